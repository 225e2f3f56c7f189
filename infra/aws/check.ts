import { S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import { invoices } from '../../src/contract/prices.ts';
import { processVariables } from '../local/settings.ts';
import { secretNames } from './bundle-needs.ts';
import { type Asking, AwsError, askAws, type Environment } from './runtime/ask-aws.ts';
import { edgeRegion } from './runtime/read-secrets.ts';
import {
  DeploymentError,
  originSecretId,
  readSettings,
  requireOwnSettings,
  type Settings,
  secretPrefix,
} from './settings.ts';
import { taxFaults } from './stripe-tax.ts';

/** A fault that a deployment would meet, or the absence of one. */
export interface Finding {
  readonly check: string;
  /** `unknown` is what the keys may not look at. */
  readonly state: 'ok' | 'fails' | 'unknown';
  /** The fault and the remedy, a sentence each. */
  readonly details: readonly string[];
}

type Ask = (call: Parameters<typeof askAws>[0]) => Promise<unknown>;

/**
 * Looks at everything that would fail a deployment, and changes nothing.
 * @param source the deployment's settings, not yet checked
 * @param keys the keys, as in a function's environment; `undefined` when this shell has none
 */
export async function checkDeployment(
  source: unknown,
  keys: Environment | undefined,
  asking: Asking,
): Promise<readonly Finding[]> {
  try {
    const settings = requireOwnSettings(readSettings(source));
    if (!keys) return [found('keys', [noKeys])];
    const ask: Ask = (call) => askAws(call, keys, asking);
    return await Promise.all(
      Object.entries(checks).map(([name, check]) => look(name, check(settings, ask, asking))),
    );
  } catch (error) {
    if (!(error instanceof DeploymentError)) throw error;
    return [found('settings', error.message.split('\n'))];
  }
}

/** The keys of this shell, found where the AWS CLI finds them; `undefined` when there are none. */
export async function shellKeys(): Promise<Environment | undefined> {
  const { config } = new S3Client({ region: edgeRegion });
  const keys = await config.credentials().catch(() => undefined);
  if (keys === undefined) return undefined;
  const { accessKeyId, secretAccessKey, sessionToken } = keys;
  return {
    ...processVariables(),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  };
}

const noKeys = 'This shell has no keys for AWS: run aws sso login, or set AWS_PROFILE.';

function found(check: string, details: readonly string[]): Finding {
  return { check, state: details.length === 0 ? 'ok' : 'fails', details };
}

async function look(check: string, looking: Promise<readonly string[]>): Promise<Finding> {
  try {
    return found(check, await looking);
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return { check, state: 'unknown', details: [`It could not be looked at: ${error.message}`] };
  }
}

/** Each returns a sentence for everything that would fail. */
const checks: Readonly<
  Record<string, (settings: Settings, ask: Ask, asking: Asking) => Promise<readonly string[]>>
> = {
  account: async ({ account, region }, ask) => {
    const query = { Action: 'GetCallerIdentity', Version: '2011-06-15' };
    const answer = await ask({ service: 'sts', region, target: 'sts.GetCallerIdentity', query });
    const { GetCallerIdentityResult } = identitySchema.parse(answer).GetCallerIdentityResponse;
    const { Account } = GetCallerIdentityResult;
    if (Account === account) return [];
    return [`The keys of this shell are of account ${Account}, not of ${account}.`];
  },

  parameters: async (settings, ask) => {
    const names = secretNames.map((name) => `${secretPrefix(settings)}${name}`);
    const types = await parameterTypes(names, settings.region, ask);
    return names
      .filter((name) => types.get(name) !== 'SecureString')
      .map((name) => {
        const fault = types.has(name) ? 'is not encrypted' : 'does not exist';
        return `The parameter ${name} ${fault}: put it into ${settings.region} (docs/deploy.md, step 4).`;
      });
  },

  bootstrap: async ({ account, region }, ask) => {
    const version = '/cdk-bootstrap/hnb659fds/version';
    const regions = [...new Set([region, edgeRegion])];
    const types = await Promise.all(regions.map((place) => parameterTypes([version], place, ask)));
    return regions
      .filter((_, index) => !types[index]?.has(version))
      .map((place) => `The CDK is not prepared: npx cdk bootstrap aws://${account}/${place}`);
  },

  'hosted zone': async ({ hostedZone }, ask) => {
    if (hostedZone === null) return [];
    const { id, name } = hostedZone;
    const call = { service: 'route53', region: edgeRegion, target: 'route53.GetHostedZone' };
    const zone = await orMissing(ask({ ...call, path: `/2013-04-01/hostedzone/${id}` }));
    if (String(zone).includes(`<Name>${name}.</Name>`)) return [];
    return [`The account has no hosted zone ${id} of ${name}: copy both from Route 53.`];
  },

  certificates: async ({ certificates, region, ...settings }, ask) => {
    if (certificates === null) return [];
    const { siteDomain, redirectDomain, flowsDomain, originDomain } = settings;
    const site = [siteDomain, ...(redirectDomain ? [redirectDomain] : [])];
    const faults = await Promise.all([
      certificateFaults(certificates.site, edgeRegion, site, ask),
      certificateFaults(certificates.api, region, [flowsDomain, originDomain], ask),
    ]);
    return faults.flat();
  },

  concurrency: async ({ reservesConcurrency, region }, ask) => {
    if (!reservesConcurrency) return [];
    const call = { service: 'lambda', region, target: 'lambda.GetAccountSettings' };
    const answer = await ask({ ...call, path: '/2016-08-19/account-settings' });
    const places = accountSchema.parse(answer).AccountLimit.ConcurrentExecutions;
    if (places >= NEEDED_PLACES) return [];
    return [
      `Lambda runs ${places} functions at once in ${region}, too few to set some aside: ask for 1,000 in Service Quotas, or set reservesConcurrency to false.`,
    ];
  },

  mail: async ({ region, mailFrom }, ask) => {
    const domain = mailFrom.split('@')[1] ?? '';
    const asked = [domain, mailFrom].map((identity) => isVerified(identity, region, ask));
    const found = await Promise.all(asked);
    if (found.includes(true)) return [];
    const state = found.includes(false) ? 'waits for the records of' : 'does not know';
    return [`SES in ${region} ${state} ${domain}: no mail would go out (docs/deploy.md, "Mail").`];
  },

  'stripe tax': async (settings, ask, asking) => {
    if (invoices === 'off') return [];
    const body = { Name: `${secretPrefix(settings)}STRIPE_SECRET_KEY`, WithDecryption: true };
    const call = {
      service: 'ssm',
      region: settings.region,
      target: 'AmazonSSM.GetParameter',
      body,
    };
    const { Value: secretKey } = parameterSchema.parse(await ask(call)).Parameter;
    const faults = await taxFaults(secretKey, asking.fetch);
    return faults.map((fault) => `${fault} See docs/tax.md.`);
  },

  'origin secret': async (settings, ask) => {
    const body = { SecretId: originSecretId(settings) };
    const call = { service: 'secretsmanager', region: edgeRegion, body };
    const secret = await orMissing(ask({ ...call, target: 'secretsmanager.DescribeSecret' }));
    if (!deletedSchema.safeParse(secret).success) return [];
    return [
      `The secret ${body.SecretId} was deleted, which takes days: raise originSecret by one.`,
    ];
  },
};

/** Our functions reserve 64, and Lambda keeps a hundred for those that reserve none. */
const NEEDED_PLACES = 164;

const identitySchema = z.object({
  GetCallerIdentityResponse: z.object({
    GetCallerIdentityResult: z.object({ Account: z.string() }),
  }),
});
const parametersSchema = z.object({
  Parameters: z.array(z.object({ Name: z.string(), Type: z.string() })),
});
const parameterSchema = z.object({ Parameter: z.object({ Value: z.string() }) });
const certificateSchema = z.object({
  Certificate: z.object({ Status: z.string(), SubjectAlternativeNames: z.array(z.string()) }),
});
const accountSchema = z.object({ AccountLimit: z.object({ ConcurrentExecutions: z.number() }) });
const deletedSchema = z.object({ DeletedDate: z.number() });
const mailIdentitySchema = z.object({ VerifiedForSendingStatus: z.boolean() });

/** The types of those parameters that exist. AWS decrypts no value for this call. */
async function parameterTypes(Names: readonly string[], region: string, ask: Ask) {
  const target = 'AmazonSSM.GetParameters';
  const answer = await ask({ service: 'ssm', region, target, body: { Names } });
  const { Parameters } = parametersSchema.parse(answer);
  return new Map(Parameters.map(({ Name, Type }) => [Name, Type] as const));
}

async function certificateFaults(
  CertificateArn: string,
  region: string,
  domains: readonly string[],
  ask: Ask,
): Promise<readonly string[]> {
  const target = 'CertificateManager.DescribeCertificate';
  const answer = await orMissing(ask({ service: 'acm', region, target, body: { CertificateArn } }));
  if (answer === undefined) return [`There is no certificate ${CertificateArn}.`];
  const { Status, SubjectAlternativeNames: names } = certificateSchema.parse(answer).Certificate;
  const covers = (domain: string) =>
    names.includes(domain) || names.includes(domain.replace(/^[^.]+/, '*'));
  const missing = domains.filter((domain) => !covers(domain)).join(', ');
  return [
    ...(Status === 'ISSUED' ? [] : [`The certificate ${CertificateArn} is ${Status}, not ISSUED.`]),
    ...(missing ? [`The certificate ${CertificateArn} is not for ${missing}.`] : []),
  ];
}

/** Whether SES may send from a domain or an address; `undefined` when it does not know it. */
async function isVerified(
  identity: string,
  region: string,
  ask: Ask,
): Promise<boolean | undefined> {
  const path = `/v2/email/identities/${encodeURIComponent(identity)}`;
  const call = { service: 'ses', host: 'email', region, target: 'ses.GetEmailIdentity', path };
  const answer = await orMissing(ask(call));
  return answer === undefined
    ? undefined
    : mailIdentitySchema.parse(answer).VerifiedForSendingStatus;
}

/** @returns `undefined` for what does not exist */
function orMissing(asking: Promise<unknown>): Promise<unknown> {
  return asking.catch((error: unknown) => {
    if (!(error instanceof AwsError)) throw error;
    // Services with a JSON API answer 400, and name what is wrong.
    if (error.status === 404 || error.code === 'ResourceNotFoundException') return undefined;
    throw error;
  });
}
