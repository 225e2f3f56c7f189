import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readEnv, SettingsError } from '../../functions/env.ts';
import { mailSentences } from '../../functions/settings.ts';
import { nearest } from '../../src/contract/nearest.ts';
import { invoices } from '../../src/contract/prices.ts';
import { site } from '../../src/site.config.ts';
import { defaultPort, localClientId, localOrigin, portOffsets, storagePath } from './addresses.ts';
import { newTrialKeySecret } from './data/persisted-secrets.ts';
import { StartError } from './errors.ts';

/** Environment variables. */
export type Source = Readonly<Record<string, string | undefined>>;

type Variable =
  | 'SITE_ORIGIN'
  | 'AUTH0_DOMAIN'
  | 'AUTH0_CLIENT_ID'
  | 'DATABASE_URL'
  | 'PUBLIC_API_BASE'
  | 'UPLOAD_BASE'
  | 'MAIL_URL'
  | 'MAIL_FROM';
type OptionalVariable = (typeof optionalVariables)[number];
type StripeVariable = 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE';

const optionalVariables = [
  'REQUIRED_SIGN_IN',
  'RESULT_BUCKET',
  'VIEWER_ADDRESS_HEADER',
  'TRIALS_PER_NETWORK',
  'STRIPE_INVOICES',
] as const;

/** On one's own machine everybody has one network, and the tests sign in without end. */
const LOCAL_TRIALS_PER_NETWORK = '100000';

export interface Settings {
  /** The port of the site; the other services use the ports after it. */
  readonly port: number;
  /** The absolute path of the data folder. */
  readonly dataDir: string;
  /** The embedded identity provider; absent when `AUTH0_DOMAIN` names a real one. */
  readonly identityProvider?: ReturnType<typeof serviceAt>;
  /** The local payments; absent when `STRIPE_SECRET_KEY` names an account with Stripe. */
  readonly payments?: ReturnType<typeof serviceAt>;
  readonly flowsPort: number;
  /** The stand-in for the bucket of the uploads; absent when `UPLOAD_BASE` names a real one. */
  readonly storage?: ReturnType<typeof serviceAt> & {
    /** Whether it takes a file until the address ends, whatever became of the upload. */
    readonly isLikeS3?: true;
  };
  /** The local mail server and its mailbox; absent when `MAIL_URL` names a real server. */
  readonly mail?: ReturnType<typeof serviceAt> & { readonly smtpPort: number };
  /** The variables that the handlers and the pages read. */
  readonly variables: Readonly<
    Record<Variable, string> & Partial<Record<OptionalVariable | StripeVariable, string>>
  >;
  /** Absent without the variable; the data folder then holds one. */
  readonly trialKeySecret?: string;
  /** The private keys of the access tokens; absent likewise. */
  readonly accessTokenKeys?: string;
}

/** So many letters of a name allow for one slip; programs have names of their own. */
const LETTERS_A_SLIP = 8;

const MAX_PORT = 65_535 - portOffsets.last;

/**
 * Reads the settings of `npm start`; an empty variable counts as not set.
 * @param given the environment variables
 * @param root the project's folder, against which a relative `DATA_DIR` is resolved
 * @throws {StartError} with a sentence for each setting that is malformed, misspelt or idle
 */
export function readSettings(given: Source, root: string): Settings {
  const known = new Set<string>();
  const source = new Proxy(given, {
    get: (variables, name) => {
      known.add(String(name));
      return Reflect.get(variables, name);
    },
  });
  const port = portOf(source.PORT) ?? defaultPort;
  const dataDir = resolve(root, source.DATA_DIR || '.data');
  const flowsPort = port + portOffsets.flowsApi;
  const identityProvider = serviceAt(port + portOffsets.identityProvider);
  const payments = serviceAt(port + portOffsets.payments);
  const isLikeS3 = source.UPLOADS_LIKE_S3 === 'yes';
  const likeS3 = isLikeS3 ? ({ isLikeS3 } as const) : {};
  const storage = { ...serviceAt(port + portOffsets.storage), ...likeS3 };
  const smtpPort = port + portOffsets.smtp;
  const mail = { ...serviceAt(port + portOffsets.mailbox), smtpPort };
  const variables = {
    SITE_ORIGIN: source.SITE_ORIGIN || localOrigin(port),
    AUTH0_DOMAIN: source.AUTH0_DOMAIN || identityProvider.origin,
    AUTH0_CLIENT_ID: source.AUTH0_CLIENT_ID || (source.AUTH0_DOMAIN ? '' : localClientId),
    DATABASE_URL: source.DATABASE_URL || pathToFileURL(resolve(dataDir, 'database')).href,
    PUBLIC_API_BASE: source.PUBLIC_API_BASE || localOrigin(flowsPort),
    // Behind a proxy the stand-in has a path of the flows' origin.
    UPLOAD_BASE: source.UPLOAD_BASE || `${source.PUBLIC_API_BASE || storage.origin}${storagePath}`,
    MAIL_URL: source.MAIL_URL || `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: source.MAIL_FROM || (source.MAIL_URL ? '' : site.contactEmail),
    ...(source.SITE_ORIGIN ? {} : { TRIALS_PER_NETWORK: LOCAL_TRIALS_PER_NETWORK }),
    ...(invoices === 'off' ? {} : { STRIPE_INVOICES: invoices }),
    ...setOf(source, optionalVariables),
    ...stripeVariables(source),
  };
  const secret = source.TRIAL_KEY_SECRET;
  const keys = source.ACCESS_TOKEN_KEYS ? { ACCESS_TOKEN_KEYS: source.ACCESS_TOKEN_KEYS } : {};
  const sentences = [
    ...(portOf(source.PORT) === undefined ? [portSentence(source.PORT)] : []),
    ...envSentences({ ...variables, ...keys, TRIAL_KEY_SECRET: secret || newTrialKeySecret() }),
    ...mailSentences(variables.MAIL_URL, variables.MAIL_FROM),
    ...(source.UPLOADS_LIKE_S3 && !isLikeS3 ? [likeS3Sentence] : []),
    ...companions
      .filter(([one, other]) => source[one] && !source[other])
      .map(([one, other]) => `${one} does nothing without ${other}: set both, or neither.`),
    ...misspeltSentences(given, known),
  ];
  if (sentences.length > 0) throw new StartError(sentences.join('\n'));
  return {
    port,
    dataDir,
    flowsPort,
    variables,
    ...(source.AUTH0_DOMAIN ? {} : { identityProvider }),
    ...(source.STRIPE_SECRET_KEY ? {} : { payments }),
    ...(source.UPLOAD_BASE ? {} : { storage }),
    ...(source.MAIL_URL ? {} : { mail }),
    ...(secret ? { trialKeySecret: secret } : {}),
    ...(keys.ACCESS_TOKEN_KEYS ? { accessTokenKeys: keys.ACCESS_TOKEN_KEYS } : {}),
  };
}

function serviceAt(port: number) {
  return { port, origin: localOrigin(port) } as const;
}

/** Picks the variables that are set. */
function setOf(source: Source, names: readonly OptionalVariable[]) {
  const set: Partial<Record<OptionalVariable, string>> = {};
  for (const name of names) if (source[name]) set[name] = source[name];
  return set;
}

/** A Stripe key needs a webhook secret too: without one, no payment would ever be reported. */
function stripeVariables(source: Source): Partial<Record<StripeVariable, string>> {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET = '', STRIPE_API_BASE } = source;
  if (!STRIPE_SECRET_KEY) return {};
  const base = STRIPE_API_BASE ? { STRIPE_API_BASE } : {};
  return { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, ...base };
}

/** The environment variables of this process. No other file under `infra/` reads them. */
export function processVariables(): Source {
  return process.env;
}

/** Writes settings where handlers read them, as in a Lambda. */
export function publishVariables(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables);
}

function portOf(text: string | undefined): number | undefined {
  if (!text) return defaultPort;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port >= 1 && port <= MAX_PORT ? port : undefined;
}

function portSentence(text: string | undefined): string {
  return `PORT is ${JSON.stringify(text)}; it must be a whole number from 1 to ${MAX_PORT}, because the other services use the ${portOffsets.last} ports after it: set PORT=${defaultPort} or leave it out.`;
}

const likeS3Sentence =
  'UPLOADS_LIKE_S3 is malformed; it must be yes, which tries how uploads work on AWS, or be left out.';

/** Settings that do nothing alone: the other one may be misspelt or forgotten. */
const companions = [
  ['AUTH0_CLIENT_ID', 'AUTH0_DOMAIN'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
  ['MAIL_FROM', 'MAIL_URL'],
] as const;

/** A variable that is nearly the name of a setting would pass unheard. */
function misspeltSentences(given: Source, known: ReadonlySet<string>): readonly string[] {
  return Object.keys(given).flatMap((name) => {
    const isOther = given[name] && !known.has(name);
    const meant = isOther ? nearest(name, [...known], LETTERS_A_SLIP) : undefined;
    return meant ? [`${name} is no setting: rename it to ${meant}, or unset it.`] : [];
  });
}

function envSentences(variables: Source): readonly string[] {
  try {
    readEnv(variables);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.sentences;
    throw error;
  }
}
