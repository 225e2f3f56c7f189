import * as z from 'zod/mini';
import { signInProofs } from '../../src/contract/identity-provider.ts';
import { invoices } from '../../src/contract/prices.ts';
import { edgeRegion } from './runtime/read-secrets.ts';

/** Settings that cannot be used; the message has a sentence for each. */
export class DeploymentError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'DeploymentError';
  }
}

const host = z
  .string()
  .check(z.regex(/^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/));
/** "Region availability for Aurora DSQL" in its user guide, read on 2026-11-22. */
const dsqlRegions = `us-east-1 us-east-2 us-west-2 ca-central-1 ca-west-1 sa-east-1 eu-central-1
  eu-north-1 eu-west-1 eu-west-2 eu-west-3 ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3
  ap-south-1 ap-southeast-1 ap-southeast-2 ap-southeast-4`.split(/\s+/);
const region = z.string().check(z.refine((name) => dsqlRegions.includes(name)));
const certificate = z
  .string()
  .check(z.regex(/^arn:aws:acm:[a-z\d-]+:\d{12}:certificate\/[\da-f-]{36}$/));
const cluster = z.string().check(z.regex(/^arn:aws:dsql:[a-z\d-]+:\d{12}:cluster\/[a-z\d]{26}$/));

const settingsSchema = z.object({
  environment: z.string().check(z.regex(/^[a-z][a-z\d-]{0,19}$/)),
  name: z.string().check(z.regex(/^[a-z][a-z\d-]{1,19}$/)),
  account: z.string().check(z.regex(/^\d{12}$/)),
  region,
  siteDomain: host,
  redirectDomain: z.nullable(host),
  flowsDomain: host,
  originDomain: host,
  hostedZone: z.nullable(
    z.object({ id: z.string().check(z.regex(/^Z[A-Z\d]{3,31}$/)), name: host }),
  ),
  certificates: z.nullable(z.object({ site: certificate, api: certificate })),
  auth0: z.object({
    domain: host,
    clientId: z.string().check(z.regex(/^[\w.~-]{1,255}$/)),
    requiredSignIn: z.optional(z.string().check(z.regex(signInProofs))),
  }),
  mailFrom: z.string().check(z.regex(/^[\w.+-]{1,64}@[a-z\d.-]{4,253}$/)),
  alarmEmail: z.nullable(z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/))),
  monthlyBudgetDollars: z.nullable(z.int().check(z.minimum(10))),
  trialsPerNetwork: z.int().check(z.minimum(0), z.maximum(999_999)),
  multiRegion: z.nullable(z.object({ witnessRegion: region, peers: z.array(cluster) })),
  restoredCluster: z.nullable(z.object({ arn: cluster, host })),
  originSecret: z.int().check(z.minimum(1), z.maximum(999)),
  reservesConcurrency: z.boolean(),
  tracesRequests: z.boolean(),
  nightlyBuild: z.nullable(
    z.object({
      repository: z.string().check(z.regex(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/)),
      branch: z.string().check(z.regex(/^[\w./-]{1,200}$/)),
    }),
  ),
});

export type Settings = z.infer<typeof settingsSchema>;

/** Completes "must be …" in the sentence about a bad setting. */
const expectations: Readonly<Record<keyof Settings, string>> = {
  environment: 'up to 20 small letters, digits and hyphens that begin with a letter',
  name: '2 to 20 small letters, digits and hyphens that begin with a letter',
  account: 'the 12 digits of the AWS account',
  region: `a region that has Aurora DSQL: ${dsqlRegions.join(', ')}`,
  siteDomain: 'the host name of the site, such as www.example.com',
  redirectDomain: 'a host name that leads to the site’s, such as example.com, or null',
  flowsDomain: 'a host name for the flows API, such as flows.example.com',
  originDomain: 'a host name for CloudFront’s way to the API, such as origin.example.com',
  hostedZone: 'the id and the name of a Route 53 zone, or null',
  certificates:
    'the ARNs of two issued certificates, "site" in us-east-1 and "api" in the region, or null',
  auth0:
    'the domain and the client id of the application in Auth0, without https://, and if wanted requiredSignIn, such as "amr:mfa"',
  mailFrom: 'an e-mail address of a domain that is verified in SES',
  alarmEmail: 'an e-mail address, or null',
  monthlyBudgetDollars: 'a whole number of US dollars from 10, or null',
  trialsPerNetwork: 'a whole number from 0, which closes the trial, to 999999',
  multiRegion: 'a witness region and the ARNs of the peer clusters, or null',
  restoredCluster: 'the ARN and the host of a cluster that was restored, or null',
  originSecret: 'a whole number from 1 to 999',
  reservesConcurrency: 'true or false',
  tracesRequests: 'true or false',
  nightlyBuild: 'the https address of a public repository at GitHub and a branch, or null',
};

/** How a fresh clone's settings, and AWS's own examples, look in JSON. */
const examples = [
  ['account', /111122223333/],
  // Nobody can own a name below `example` (RFC 6761, section 6.5).
  ['siteDomain', /\.example"/],
  ['redirectDomain', /\.example"/],
  ['flowsDomain', /\.example"/],
  ['originDomain', /\.example"/],
  ['hostedZone', /Z0123456789ABCDEFGHIJ/],
  ['mailFrom', /\.example"/],
  // The owners of these examples could sign our users in, and write the site each night.
  ['auth0', /"tenant\.eu\.auth0\.com"|"aBcD1234"/],
  ['nightlyBuild', /github\.com\/example\//],
] as const;

/** The settings that no two environments may share. */
const ownOfEach = ['name', 'siteDomain', 'redirectDomain', 'flowsDomain', 'originDomain'] as const;

type Deployments = Readonly<
  Record<string, Readonly<Partial<Record<(typeof ownOfEach)[number], unknown>>>>
>;

/**
 * The settings of one environment, for `readSettings`.
 * @param deployments the settings of all environments, by the environments' names
 * @throws {DeploymentError} when there is no such environment, or another one has its names
 */
export function environmentIn(deployments: Deployments, environment: string): object {
  const own = Object.hasOwn(deployments, environment) ? deployments[environment] : undefined;
  const names = Object.keys(deployments);
  if (!own) {
    const sentence = `There is no environment ${environment}: infra/aws/deployment.config.ts has ${names.join(', ')}.`;
    throw new DeploymentError([sentence]);
  }
  const shared = names
    .filter((name) => name !== environment)
    .flatMap((name) =>
      ownOfEach
        .filter((setting) => own[setting] && own[setting] === deployments[name]?.[setting])
        .map((setting) => `${setting} of ${environment} is that of ${name}: give it its own.`),
    );
  if (shared.length > 0) throw new DeploymentError(shared);
  return { ...own, environment };
}

/**
 * The settings in `infra/aws/deployment.config.ts`, or a stand-in for them.
 * @throws {DeploymentError} naming every setting that cannot be used, a sentence each
 */
export function readSettings(source: unknown): Settings {
  const parsed = z.safeParse(settingsSchema, source);
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
    const named = Object.entries(expectations).filter(([name]) => wrong.has(name));
    const all = named.length > 0 ? named : Object.entries(expectations);
    throw new DeploymentError(
      all.map(([name, must]) => `${name} in infra/aws/deployment.config.ts must be ${must}.`),
    );
  }
  const contradictions = contradictionsIn(parsed.data);
  if (contradictions.length > 0) throw new DeploymentError(contradictions);
  return parsed.data;
}

/** @throws {DeploymentError} naming every setting that still is as in a fresh clone */
export function requireOwnSettings(settings: Settings): Settings {
  const left = examples.filter(([name, look]) => look.test(JSON.stringify(settings[name])));
  if (left.length === 0) return settings;
  throw new DeploymentError(
    left.map(
      ([name]) =>
        `${name} in infra/aws/deployment.config.ts is still the example’s: write ${expectations[name]}.`,
    ),
  );
}

/** The origin of the site, as `URL.origin` writes it. */
export function siteOriginOf({ siteDomain }: Settings): string {
  return `https://${siteDomain}`;
}

/** The variables of a deployment that pages and functions read. */
export function publicVariables(settings: Settings): Readonly<Record<string, string>> {
  return {
    SITE_ORIGIN: siteOriginOf(settings),
    PUBLIC_API_BASE: `https://${settings.flowsDomain}`,
    UPLOAD_BASE: `https://${uploadBucketOf(settings)}.s3.${settings.region}.amazonaws.com`,
    AUTH0_DOMAIN: settings.auth0.domain,
    AUTH0_CLIENT_ID: settings.auth0.clientId,
    TRIALS_PER_NETWORK: String(settings.trialsPerNetwork),
    ...(invoices === 'off' ? {} : { STRIPE_INVOICES: invoices }),
    ...(settings.auth0.requiredSignIn ? { REQUIRED_SIGN_IN: settings.auth0.requiredSignIn } : {}),
  };
}

/** The variables of the function that sends mail, and what it may send from and through. */
export function mailOf({ name, account, region, mailFrom }: Settings) {
  const arn = (what: string) => `arn:aws:ses:${region}:${account}:${what}`;
  return {
    configurationSet: name,
    variables: { MAIL_URL: `ses://${region}/${name}`, MAIL_FROM: mailFrom },
    identities: [
      arn(`identity/${mailFrom.split('@')[1]}`),
      arn(`identity/${mailFrom}`),
      arn(`configuration-set/${name}`),
    ],
  } as const;
}

/** The name of the bucket to which browsers send files. */
export function uploadBucketOf({ name, account, region }: Settings): string {
  return `${name}-uploads-${account}-${region}`;
}

/** The prefix of a secret's name in the name of its parameter. */
export function secretPrefix({ name }: Settings): string {
  return `/${name}/`;
}

/** The id of the secret that CloudFront sends to the API; CloudFormation generates its value. */
export function originSecretId({ name, originSecret }: Settings): string {
  return `${name}/origin-${originSecret}`;
}

function contradictionsIn(settings: Settings): readonly string[] {
  return [...contradictingNames(settings), ...arnsFromElsewhere(settings)];
}

function contradictingNames({ hostedZone: zone, ...settings }: Settings): readonly string[] {
  const { siteDomain, redirectDomain, flowsDomain, originDomain } = settings;
  const hosts = [
    siteDomain,
    flowsDomain,
    originDomain,
    ...(redirectDomain ? [redirectDomain] : []),
  ];
  const isInside = (name: string) => name === zone?.name || name.endsWith(`.${zone?.name}`);
  const outside = zone ? hosts.filter((name) => !isInside(name)).join(', ') : '';
  const sentences: string[] = [];
  if (!zone && !settings.certificates) {
    sentences.push(
      'hostedZone and certificates are both null: name a zone in which certificates can be proven, or certificates that exist.',
    );
  }
  if (outside !== '') {
    sentences.push(
      `hostedZone does not hold ${outside}: name domains in ${zone?.name}, or another zone.`,
    );
  }
  if (new Set(hosts).size < hosts.length) {
    sentences.push(
      'siteDomain, redirectDomain, flowsDomain and originDomain must be different names.',
    );
  }
  return sentences;
}

/** CloudFront and API Gateway take certificates of one region only, and of their own account. */
function arnsFromElsewhere(settings: Settings): readonly string[] {
  const { account, region: own, certificates, restoredCluster } = settings;
  const arns = [
    ['certificates.site', certificates?.site, `arn:aws:acm:${edgeRegion}:${account}:`],
    ['certificates.api', certificates?.api, `arn:aws:acm:${own}:${account}:`],
    ['restoredCluster.arn', restoredCluster?.arn, `arn:aws:dsql:${own}:${account}:`],
  ] as const;
  return arns
    .filter(([, arn, start]) => arn !== undefined && !arn.startsWith(start))
    .map(([name, arn, start]) => `${name} must begin with ${start}, not be ${arn}.`);
}
