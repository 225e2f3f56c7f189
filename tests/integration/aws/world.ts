import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newAccessTokenKeys } from '../../../infra/local/data/persisted-secrets.ts';
import { anyPort } from '../../support/any-port.ts';
import { apiEvent } from '../../support/api-event.ts';
import { type BucketServer, startBucketServer } from '../../support/bucket-server.ts';
import { bundledParts } from '../../support/deployment.ts';
import { type SigningKey, signingKey } from '../../support/jwks-server.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { trialKeySecret } from '../../support/sign-ins.ts';
import { webhookSecret } from '../../support/stripe-events.ts';
import { at, text } from '../../support/template-values.ts';
import { type Certificate, selfSigned } from './certificate.ts';
import {
  account,
  cluster as clusterIdentity,
  clusterPort,
  type Deployed,
  readDeployment,
  region,
} from './deployed.ts';
import { type Cluster, startCluster } from './dsql/cluster.ts';
import { type FunctionProcess, startFunction } from './lambda/function-process.ts';
import { buildImage, makeSandbox, type RuntimeImage } from './lambda/sandbox.ts';
import {
  type Outside,
  type OutsideRequest,
  type Service,
  signerOf,
  startOutside,
} from './outside.ts';
import type { Principal } from './signature.ts';
import { startStripe, stripeSecretKey } from './stripe.ts';

/** The deployment, running on this machine: functions from their zips, and who stands in for AWS. */
export interface World {
  readonly deployed: Deployed;
  readonly outside: Outside;
  readonly bucket: BucketServer;
  /** The key with which the identity provider signs. */
  readonly providerKey: SigningKey;
  /** The loopback address of the cluster's host name, and the certificate of all stand-ins. */
  readonly address: string;
  readonly port: number;
  readonly certificate: Certificate;
  /** The cluster that the functions reach now. */
  readonly cluster: () => Cluster;
  /** Puts an empty cluster in the place of the one before. */
  renewCluster(): Promise<Cluster>;
  /** The process of a function, which starts at the first call. */
  start(name: string): Promise<FunctionProcess>;
  stop(name: string): Promise<void>;
  close(): Promise<void>;
}

/** The values of the parameters and the secret that docs/deploy.md has the operator store. */
export const parameters: Readonly<Record<string, string>> = {
  '/millrace/TRIAL_KEY_SECRET': trialKeySecret,
  '/millrace/STRIPE_SECRET_KEY': stripeSecretKey,
  '/millrace/STRIPE_WEBHOOK_SECRET': webhookSecret,
  '/millrace/ACCESS_TOKEN_KEYS': newAccessTokenKeys(),
};

export const originSecret = randomBytes(16).toString('hex');

export const providerHost = 'tenant.eu.auth0.com';

export const siteHost = 'www.millrace.example';

/** Where CloudFormation waits for the answer of a custom resource. */
export const cloudFormationHost = `cloudformation-custom-resource-response-${region}.s3.${region}.amazonaws.com`;

/** Starts everything, with an empty cluster. */
export async function startWorld(): Promise<World> {
  const address = loopbackAddress();
  const port = await portAt(address);
  const deployed = readDeployment(await bundledParts(), port);
  const principals = [...deployed.functions.values()].map(({ principal }) => principal);
  const providerKey = await signingKey('provider');
  let start: World['start'] | undefined;
  const services: Readonly<Record<string, Service>> = {
    ...servicesFor(principals, providerKey),
    // Functions of the flows fetch the keys of access tokens from the site, through CloudFront.
    [siteHost]: async ({ path }) => {
      const tokens = await present(start)('tokens');
      const invoked = await tokens.invoke(apiEvent({ path }));
      return { status: 200, body: JSON.parse(text(at(invoked, 'value', 'body'))) };
    },
  };
  const certificate = selfSigned([clusterIdentity.host, ...Object.keys(services)], new Date());
  const outside = await startOutside(certificate, services);
  const [postgres, stripe, bucket] = await Promise.all([
    startPostgres(),
    startStripe(),
    startBucketServer(principals.map(({ accessKeyId }) => accessKeyId)),
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'lambda-'));
  mkdirSync(join(folder, 'shared'));
  const image = buildImage(join(folder, 'shared'), {
    certificate: certificate.cert,
    hosts: { [clusterIdentity.host]: address },
  });
  let clusters = 0;
  let cluster: Cluster | undefined;
  const renewCluster = async () => {
    await cluster?.close();
    clusters += 1;
    cluster = await startCluster({
      ...clusterIdentity,
      address,
      port,
      certificate,
      principals,
      serverUrl: postgres.url,
      database: `cluster_${clusters}`,
    });
    return cluster;
  };
  await renewCluster();
  const functions = functionsOf(deployed, image, folder, {
    // The SDKs have connections of their own, for which they ask no proxy.
    STRIPE_API_BASE: stripe.origin,
    AWS_ENDPOINT_URL_S3: String(bucket.config.endpoint).replace('localhost', '127.0.0.1'),
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: outside.proxyUrl,
    NO_PROXY: '127.0.0.1,localhost',
  });
  start = functions.start;
  return {
    deployed,
    outside,
    bucket,
    address,
    port,
    certificate,
    providerKey,
    cluster: () => present(cluster),
    renewCluster,
    ...functions,
    close: async () => {
      await Promise.all([...deployed.functions.keys()].map(functions.stop));
      await cluster?.close();
      outside.close();
      await Promise.all([postgres.end(), stripe.close(), bucket.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function functionsOf(
  deployed: Deployed,
  image: RuntimeImage,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Pick<World, 'start' | 'stop'> {
  const started = new Map<string, Promise<FunctionProcess>>();
  const open = (name: string) => {
    const one = present(deployed.functions.get(name));
    const hasSdk = 'RESULT_BUCKET' in one.environment;
    const sandbox = makeSandbox(image, mkdtempSync(join(folder, `${name}-`)), one.asset, {
      hasSdk,
    });
    return startFunction(image, sandbox, { ...one.environment, ...environment });
  };
  return {
    start: (name) => {
      const running = started.get(name) ?? open(name);
      started.set(name, running);
      return running;
    },
    stop: async (name) => {
      const running = started.get(name);
      started.delete(name);
      await (await running)?.stop();
    },
  };
}

/** A loopback address of this run alone, so that two runs find the port free. Linux has them all. */
function loopbackAddress(): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  return `127.${[...randomBytes(3)].map((byte) => 1 + (byte % 254)).join('.')}`;
}

/** The port of clusters, or another where a server of this machine has that one on every address. */
async function portAt(address: string): Promise<number> {
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(clusterPort, address, () => resolve(true));
  });
  if (!isFree) return anyPort();
  probe.close();
  await once(probe, 'close');
  return clusterPort;
}

function servicesFor(
  principals: readonly Principal[],
  key: SigningKey,
): Readonly<Record<string, Service>> {
  const keys = { status: 200, body: { keys: [key.publicJwk] } };
  return {
    [`ssm.${region}.amazonaws.com`]: (request) => readParameters(request, principals),
    'secretsmanager.us-east-1.amazonaws.com': (request) => readSecret(request, principals),
    [providerHost]: ({ path }) =>
      path === '/.well-known/jwks.json' ? keys : { status: 404, body: {} },
    [cloudFormationHost]: ({ method }) => ({ status: method === 'PUT' ? 200 : 405, body: {} }),
  };
}

/** GetParameters of the Systems Manager API: all that are asked for, or nothing. */
function readParameters(request: OutsideRequest, principals: readonly Principal[]) {
  const names: readonly string[] = JSON.parse(request.body).Names;
  const signer = signerOf(request, 'ssm', principals);
  const arn = (name: string) => `arn:aws:ssm:${region}:${account}:parameter${name}`;
  const isAllowed = names.every((name) => signer?.mayDo('ssm:GetParameters', arn(name)));
  if (!isAllowed) return accessDenied;
  const found = names.filter((name) => name in parameters);
  const values = found.map((Name) => ({ Name, Value: parameters[Name] }));
  return { status: 200, body: { Parameters: values, InvalidParameters: [] } };
}

/** GetSecretValue of the Secrets Manager API. */
function readSecret(request: OutsideRequest, principals: readonly Principal[]) {
  const id: unknown = JSON.parse(request.body).SecretId;
  const signer = signerOf(request, 'secretsmanager', principals);
  const arn = `arn:aws:secretsmanager:us-east-1:${account}:secret:${id}-a1B2c3`;
  const isAllowed = signer?.mayDo('secretsmanager:GetSecretValue', arn);
  return isAllowed ? { status: 200, body: { SecretString: originSecret } } : accessDenied;
}

const accessDenied = { status: 400, body: { __type: 'AccessDeniedException' } };

export function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('The world lacks something that a test asks for.');
  return value;
}
