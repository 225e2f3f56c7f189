import * as z from 'zod/mini';

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
const region = z.string().check(z.regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/));
const certificate = z
  .string()
  .check(z.regex(/^arn:aws:acm:[a-z\d-]+:\d{12}:certificate\/[\da-f-]{36}$/));
const cluster = z.string().check(z.regex(/^arn:aws:dsql:[a-z\d-]+:\d{12}:cluster\/[a-z\d]{26}$/));

const settingsSchema = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z\d-]{1,19}$/)),
  account: z.string().check(z.regex(/^\d{12}$/)),
  region,
  siteDomain: host,
  flowsDomain: host,
  originDomain: host,
  hostedZone: z.nullable(
    z.object({ id: z.string().check(z.regex(/^Z[A-Z\d]{3,31}$/)), name: host }),
  ),
  certificates: z.nullable(z.object({ site: certificate, api: certificate })),
  auth0: z.object({ domain: host, clientId: z.string().check(z.regex(/^[\w.~-]{1,255}$/)) }),
  alarmEmail: z.nullable(z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/))),
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
  name: '2 to 20 small letters, digits and hyphens that begin with a letter',
  account: 'the 12 digits of the AWS account',
  region: 'a region that has Aurora DSQL, such as eu-central-1',
  siteDomain: 'the host name of the site, such as www.example.com',
  flowsDomain: 'a host name for the flows API, such as flows.example.com',
  originDomain: 'a host name for CloudFront’s way to the API, such as origin.example.com',
  hostedZone: 'the id and the name of a Route 53 zone, or null',
  certificates:
    'the ARNs of two issued certificates, "site" in us-east-1 and "api" in the region, or null',
  auth0: 'the domain and the client id of the application in Auth0, without https://',
  alarmEmail: 'an e-mail address, or null',
  multiRegion: 'a witness region and the ARNs of the peer clusters, or null',
  restoredCluster: 'the ARN and the host of a cluster that was restored, or null',
  originSecret: 'a whole number from 1 to 999',
  reservesConcurrency: 'true or false',
  tracesRequests: 'true or false',
  nightlyBuild: 'the https address of a public repository at GitHub and a branch, or null',
};

/** AWS' own examples use it, and so do the made-up settings. */
const EXAMPLE_ACCOUNT = '111122223333';

/**
 * The settings in `infra/aws/deployment.config.ts`, or a stand-in for them.
 *
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

/** @throws {DeploymentError} for the settings that a fresh clone comes with */
export function requireOwnSettings(settings: Settings): Settings {
  const { account, siteDomain } = settings;
  if (account !== EXAMPLE_ACCOUNT && !siteDomain.endsWith('.example')) return settings;
  throw new DeploymentError([
    'The deployment is still the made-up one: write your account, domains and Auth0 application into infra/aws/deployment.config.ts (docs/deploy.md goes through them).',
  ]);
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
    AUTH0_DOMAIN: settings.auth0.domain,
    AUTH0_CLIENT_ID: settings.auth0.clientId,
  };
}

function contradictionsIn({ hostedZone, certificates, ...settings }: Settings): readonly string[] {
  const hosts = [settings.siteDomain, settings.flowsDomain, settings.originDomain];
  const sentences: string[] = [];
  if (!hostedZone && !certificates) {
    sentences.push(
      'hostedZone and certificates are both null: name a zone in which certificates can be proven, or certificates that exist.',
    );
  }
  const outside = hosts.filter((name) => hostedZone && !name.endsWith(`.${hostedZone.name}`));
  if (outside.length > 0) {
    sentences.push(
      `hostedZone does not hold ${outside.join(', ')}: name domains below ${hostedZone?.name}, or another zone.`,
    );
  }
  if (new Set(hosts).size < hosts.length) {
    sentences.push('siteDomain, flowsDomain and originDomain must be three different names.');
  }
  return sentences;
}
