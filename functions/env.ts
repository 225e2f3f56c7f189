import { createPrivateKey } from 'node:crypto';
import * as z from 'zod/mini';
import {
  providerOrigin,
  type SignInProof,
  signInProofs,
  signInProofsIn,
} from '../src/contract/identity-provider.ts';

/** The settings of the server, parsed once. */
export interface Env {
  /** The site's own origin, as `URL.origin` writes it. */
  readonly siteOrigin: string;
  /** The identity provider's issuer, with the slash at its end that its tokens carry. */
  readonly issuer: string;
  /** The client id under which the site is registered with the identity provider. */
  readonly clientId: string;
  /** The claims that an ID token must have about how its user signed in; empty demands nothing. */
  readonly requiredSignIn: readonly SignInProof[];
  /** A Postgres server, or the folder of the embedded database as a `file:` URL. */
  readonly databaseUrl: string;
  /** The process's credentials for AWS, for a database that asks for them. */
  readonly awsCredentials?: AwsCredentials;
  /**
   * The key of the HMACs of addresses that had a trial, and of counted callers. Only functions that
   * use either have it.
   */
  readonly trialKeySecret?: string | undefined;
  /** The key of the account with the payment service; only functions that call it have the key. */
  readonly stripeSecretKey?: string | undefined;
  /** The secret of the payment service's webhook signatures; only the webhook's function has it. */
  readonly stripeWebhookSecret?: string | undefined;
  /** Whether prices contain the tax; without it the payment service makes no invoices. */
  readonly stripeInvoices?: (typeof invoiceKinds)[number] | undefined;
  /** The origin of a stand-in for the payment service. */
  readonly stripeApiBase?: string | undefined;
  /** The origin of the flows; only the functions that answer there or name it need it. */
  readonly flowsOrigin?: string | undefined;
  /** The private keys of the access tokens; only the functions that sign or publish have them. */
  readonly accessTokenKeys?: readonly AccessTokenKey[] | undefined;
  /** The bucket for large results; without it the database stores them. */
  readonly resultBucket?: string | undefined;
  /** The address of the bucket for uploads, as browsers reach it; its objects lie below it. */
  readonly uploadBase?: string | undefined;
  /** The same bucket, as this server reaches it. */
  readonly uploadServerBase?: string | undefined;
  /** The secret key of our own stand-in for S3; without it the process's credentials sign. */
  readonly uploadSecret?: string | undefined;
  /** How many trials a network gets a day; 0 closes the trial. */
  readonly trialsPerNetwork: number;
  /** Where mail is handed in, and whom it comes from: as given, `mailSettings` has their rules. */
  readonly mailUrl?: string | undefined;
  readonly mailFrom?: string | undefined;
  /** The header in which the proxy before the API sends the caller's address. */
  readonly viewerAddressHeader?: (typeof viewerAddressHeaders)[number] | undefined;
}

/** The keys that Lambda gives each function, or an operator's own. */
interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Settings that cannot be used: one sentence for each, none of which repeats a value. */
export class SettingsError extends Error {
  readonly sentences: readonly string[];

  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'SettingsError';
    this.sentences = sentences;
  }
}

/** The header that our edge function sends, and the one that CloudFront sends by itself if asked. */
const viewerAddressHeaders = ['x-viewer-address', 'cloudfront-viewer-address'] as const;

/** Shorter secrets could be guessed; 32 characters of hex are 128 bits. */
export const MIN_SECRET_LENGTH = 32;

/** A class or an office that tries the product together, and no farm. */
const DEFAULT_TRIALS_PER_NETWORK = 30;

/** The name of the key of our own stand-in for S3. */
export const standInKeyId = 'uploads';

const localOrigin = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;
const hostName = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/;

/** Keys that are published: the one that signs, and the one before or after it. */
const MAX_KEYS = 2;

/** 32 bytes as base64url (RFC 7518, section 6.2.1.2). */
const coordinate = z.string().check(z.regex(/^[\w-]{43}$/));

const keyShape = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
  d: coordinate,
  kid: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
});

/** A private P-256 key as a JSON Web Key (RFC 7518, section 6.2). */
type AccessTokenKey = z.infer<typeof keyShape>;

const keyListSchema = z
  .array(keyShape.check(z.refine(isUsable)))
  .check(z.minLength(1), z.maxLength(MAX_KEYS), z.refine(haveDifferentIds));

const invoiceKinds = ['inclusive', 'exclusive'] as const;

const settingsSchema = z.object({
  SITE_ORIGIN: z.string().check(z.refine(isSiteOrigin)),
  AUTH0_DOMAIN: z.string().check(z.refine((value) => hostName.test(value) || isLocal(value))),
  AUTH0_CLIENT_ID: z.string().check(z.regex(/^[\w.~-]{1,255}$/)),
  REQUIRED_SIGN_IN: z.optional(z.string().check(z.regex(signInProofs))),
  DATABASE_URL: z.string().check(z.refine(isDatabaseUrl)),
  TRIAL_KEY_SECRET: z.optional(z.string().check(z.refine(isTrialKeySecret))),
  STRIPE_SECRET_KEY: z.optional(z.string().check(z.regex(/^[sr]k_(?:test|live)_\w{8,255}$/))),
  STRIPE_WEBHOOK_SECRET: z.optional(z.string().check(z.regex(/^whsec_[\w+/=-]{16,255}$/))),
  STRIPE_INVOICES: z.optional(z.enum(invoiceKinds)),
  STRIPE_API_BASE: z.optional(z.string().check(z.refine(isSiteOrigin))),
  PUBLIC_API_BASE: z.optional(z.string().check(z.refine(isSiteOrigin))),
  ACCESS_TOKEN_KEYS: z.optional(z.pipe(z.pipe(z.string(), z.transform(jsonOf)), keyListSchema)),
  RESULT_BUCKET: z.optional(z.string().check(z.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/))),
  UPLOAD_BASE: z.optional(z.string().check(z.refine(isBucketAddress))),
  UPLOAD_SERVER_BASE: z.optional(z.string().check(z.refine(isBucketAddress))),
  UPLOAD_SECRET: z.optional(z.string().check(z.minLength(MIN_SECRET_LENGTH))),
  VIEWER_ADDRESS_HEADER: z.optional(z.enum(viewerAddressHeaders)),
  TRIALS_PER_NETWORK: z.optional(z.string().check(z.regex(/^\d{1,6}$/))),
});

type Settings = z.infer<typeof settingsSchema>;

/** The rule of each setting; the sentence about a bad one has the rule and how to get a value. */
const expectations: Readonly<Record<keyof Settings, string>> = {
  SITE_ORIGIN:
    'the origin of the site without a path, such as https://www.example.com or http://localhost:4321: copy what the address bar shows before the path',
  AUTH0_DOMAIN:
    'the host name of the Auth0 tenant, such as tenant.eu.auth0.com, or http://localhost:4323 for the local one: copy "Domain" from its settings in Auth0',
  AUTH0_CLIENT_ID: 'the client id of the application: copy "Client ID" from its settings in Auth0',
  REQUIRED_SIGN_IN:
    'claims that every ID token must have, such as amr:mfa or acr:urn:example:silver, with a space between two: set it once the identity provider demands a second factor of everybody, and leave it out to accept any sign-in',
  DATABASE_URL:
    'an address with a host and the name of a database, such as postgres://user:password@localhost:5432/product, or a file: address of a folder for the embedded database: say where the data shall live',
  TRIAL_KEY_SECRET: `a secret of at least ${MIN_SECRET_LENGTH} characters: make one with "openssl rand -hex 32" and keep it: another one grants every trial anew`,
  STRIPE_SECRET_KEY:
    'a secret or restricted key, such as sk_test_…: copy it from "API keys" in the Stripe dashboard',
  STRIPE_WEBHOOK_SECRET:
    'the signing secret of the endpoint, such as whsec_…: copy it from the Stripe dashboard',
  STRIPE_INVOICES:
    'inclusive or exclusive, as src/site.config.ts has it: leave it out for payments without invoices',
  STRIPE_API_BASE:
    'the origin of a stand-in, such as http://localhost:4324: leave it out to use Stripe itself',
  PUBLIC_API_BASE:
    'the origin of the flows API, such as https://api.example.com: say where it answers',
  ACCESS_TOKEN_KEYS:
    'a JSON list of one or two private ES256 keys as JWK, each with its own "kid", the one that signs first: keep them secret',
  RESULT_BUCKET: 'the name of an S3 bucket: without it the database keeps results',
  UPLOAD_BASE:
    'the address of an S3 bucket, such as https://name.s3.eu-central-1.amazonaws.com: say where browsers send files',
  UPLOAD_SERVER_BASE:
    'the same bucket as the server reaches it: leave it out unless that is another address',
  UPLOAD_SECRET: `the secret key of the stand-in for S3, of at least ${MIN_SECRET_LENGTH} characters: leave it out to sign with the credentials of AWS`,
  VIEWER_ADDRESS_HEADER:
    'x-viewer-address or cloudfront-viewer-address: set it only behind a proxy that nobody can go round',
  TRIALS_PER_NETWORK: 'a whole number below 1000000: 0 closes the trial',
};

/**
 * The settings in `source`, which is `process.env` or a stand-in for it.
 * @throws {SettingsError} naming every setting that is missing or malformed, not only the first
 */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const parsed = z.safeParse(settingsSchema, source);
  if (!parsed.success) throw new SettingsError(sentencesAbout(parsed.error.issues, source));
  const settings = parsed.data;
  return {
    ...awsCredentialsIn(source),
    siteOrigin: settings.SITE_ORIGIN,
    issuer: `${providerOrigin(settings.AUTH0_DOMAIN)}/`,
    clientId: settings.AUTH0_CLIENT_ID,
    requiredSignIn: signInProofsIn(settings.REQUIRED_SIGN_IN ?? ''),
    databaseUrl: settings.DATABASE_URL,
    trialKeySecret: settings.TRIAL_KEY_SECRET,
    stripeSecretKey: settings.STRIPE_SECRET_KEY,
    stripeWebhookSecret: settings.STRIPE_WEBHOOK_SECRET,
    stripeInvoices: settings.STRIPE_INVOICES,
    stripeApiBase: settings.STRIPE_API_BASE,
    flowsOrigin: settings.PUBLIC_API_BASE,
    accessTokenKeys: settings.ACCESS_TOKEN_KEYS,
    resultBucket: settings.RESULT_BUCKET,
    uploadBase: settings.UPLOAD_BASE,
    uploadServerBase: settings.UPLOAD_SERVER_BASE,
    uploadSecret: settings.UPLOAD_SECRET,
    mailUrl: source.MAIL_URL,
    mailFrom: source.MAIL_FROM,
    viewerAddressHeader: settings.VIEWER_ADDRESS_HEADER,
    trialsPerNetwork: Number(settings.TRIALS_PER_NETWORK ?? DEFAULT_TRIALS_PER_NETWORK),
  };
}

export function processEnv(): Env {
  return readEnv(process.env);
}

/** The namespace of the counts (CloudWatch, "Metrics concepts"): each deployment has its own. */
export function metricNamespace(): string {
  return process.env.METRIC_NAMESPACE || 'product';
}

/** Whether the log is to have lines about faults alone, as a terminal has them. */
export function logsFaultsOnly(): boolean {
  return process.env.LOG_LINES === 'faults';
}

export function processAwsCredentials(): Pick<Env, 'awsCredentials'> {
  return awsCredentialsIn(process.env);
}

function awsCredentialsIn(
  source: Readonly<Record<string, string | undefined>>,
): Pick<Env, 'awsCredentials'> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = source;
  if (!accessKeyId || !secretAccessKey) return {};
  const sessionToken = source.AWS_SESSION_TOKEN;
  return {
    awsCredentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
  };
}

/** The error for a missing setting that this function needs and most others do not. */
export function missingSetting(name: keyof Settings): SettingsError {
  return new SettingsError([sentenceAbout(name, 'is missing', expectations[name])]);
}

function sentencesAbout(
  issues: readonly { readonly path: readonly PropertyKey[] }[],
  source: Readonly<Record<string, string | undefined>>,
): string[] {
  const wrong = new Set(issues.map((issue) => issue.path[0]));
  return Object.entries(expectations)
    .filter(([name]) => wrong.has(name))
    .map(([name, expectation]) =>
      sentenceAbout(name, source[name] ? 'is malformed' : 'is missing', expectation),
    );
}

function sentenceAbout(name: string, fault: string, expectation: string): string {
  return `${name} ${fault}; it must be ${expectation}.`;
}

export function isTrialKeySecret(value: string): boolean {
  return value.length >= MIN_SECRET_LENGTH;
}

export function isKeyList(value: string): boolean {
  return z.safeParse(keyListSchema, jsonOf(value)).success;
}

/** The value of a JSON text; undefined when it is malformed. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a key is one that signs, and its public part a point of the curve. */
function isUsable(key: z.infer<typeof keyShape>): boolean {
  try {
    createPrivateKey({ key, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

function haveDifferentIds(keys: readonly { readonly kid: string }[]): boolean {
  return new Set(keys.map(({ kid }) => kid)).size === keys.length;
}

function isLocal(value: string): boolean {
  return localOrigin.test(value) && URL.canParse(value) && new URL(value).origin === value;
}

function isSiteOrigin(value: string): boolean {
  if (isLocal(value)) return true;
  return value.startsWith('https://') && URL.canParse(value) && new URL(value).origin === value;
}

/** An origin as the site has one, and possibly the path of a bucket. */
function isBucketAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { origin, pathname, href } = new URL(value);
  return isSiteOrigin(origin) && href === `${origin}${pathname}` && !value.endsWith('/');
}

function isDatabaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, pathname } = new URL(value);
  if (protocol === 'file:') return hostname === '' && pathname.length > 1;
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') return false;
  // The driver would read missing parts from variables of its own, such as PGHOST.
  return hostname !== '' && /^\/[^/]+$/.test(pathname);
}
