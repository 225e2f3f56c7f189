import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Environment } from '../../infra/aws/runtime/ask-aws.ts';
import { portOf } from './any-port.ts';

/** The contents of an account; parameters, certificates and secrets are in regions. */
export interface Account {
  readonly id: string;
  /** Types by `region name`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Names by id. */
  readonly zones: Readonly<Record<string, string>>;
  /** By ARN. */
  readonly certificates: Readonly<Record<string, { Status: string; names: readonly string[] }>>;
  /** How many functions Lambda runs at once, by region. */
  readonly places: Readonly<Record<string, number>>;
  /** Whether SES may send from a domain or an address that it knows, by `region identity`. */
  readonly mailIdentities: Readonly<Record<string, boolean>>;
  /** Secrets that wait for their deletion, by `region name`. */
  readonly deletedSecrets: readonly string[];
  /** Actions that the keys may not take. */
  readonly denied: readonly string[];
}

const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'secret',
  sessionToken: 'token',
};

interface Reply {
  readonly status: number;
  readonly body: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Operation {
  readonly region: string;
  readonly service: string;
  readonly action: string;
  readonly url: URL;
  readonly accept: string;
  readonly sent: Readonly<Record<string, unknown>>;
}

/**
 * Answers like the APIs of AWS that `npm run deploy -- --check` asks, from what is in an account, and
 * refuses what they refuse.
 *
 * @returns the environment by which the account's keys and this server are found
 */
export async function serveAccount(account: Account) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { status, body, headers } = await answer(
      request,
      Buffer.concat(chunks).toString(),
      account,
      asked,
    );
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const env: Environment = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${portOf(server)}`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken,
  };
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { env, asked, close };
}

async function answer(
  request: IncomingMessage,
  text: string,
  account: Account,
  log: string[],
): Promise<Reply> {
  const scope = await signedScope(request, text);
  if (typeof scope === 'string') return refusal(403, scope);
  const url = new URL(request.url ?? '/', 'http://aws');
  const target = String(request.headers['x-amz-target'] ?? '')
    .split('.')
    .at(-1);
  const operation = target || url.searchParams.get('Action') || actionOfPath(url.pathname);
  const action = `${scope.service}:${operation}`;
  log.push(`${scope.region} ${action}`);
  const service = services[action];
  // "UnknownOperationException": AWS JSON 1.1 protocol (smithy.io), "Operation error serialization".
  if (service === undefined) return refusal(400, 'UnknownOperationException');
  if (account.denied.includes(action))
    return refusal(denialStatus[scope.service] ?? 400, 'AccessDeniedException');
  const sent = text === '' ? {} : JSON.parse(text);
  const accept = request.headers.accept ?? '';
  return service({ ...scope, action, url, accept, sent }, account);
}

/** Services with a JSON API deny by 400, the others by 403 ("Common errors" of each reference). */
const denialStatus: Readonly<Record<string, number>> = {
  route53: 403,
  lambda: 403,
  sts: 403,
  ses: 403,
};

/** "Signature Version 4 for API requests" in the IAM user guide; the codes are in "Common errors". */
async function signedScope(request: IncomingMessage, body: string) {
  const { authorization = '', ...headers } = request.headers;
  const [, key, , region = '', service = '', names = ''] =
    /Credential=([^/]+)\/(\d+)\/([\w-]+)\/([\w-]+)\/aws4_request, SignedHeaders=([\w;-]+)/.exec(
      authorization,
    ) ?? [];
  if (key !== credentials.accessKeyId) return 'UnrecognizedClientException';
  // Route 53 is one for all regions: "Route 53 endpoints and quotas" in the general reference.
  if (service === 'route53' && region !== 'us-east-1') return 'SignatureDoesNotMatch';
  const signedHeaders = names.split(';').map((name) => [name, String(headers[name])] as const);
  const date = String(headers['x-amz-date']);
  const signer = new SignatureV4({
    service,
    region,
    credentials,
    sha256: Hash.bind(null, 'sha256'),
  });
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://aws');
  const { headers: expected } = await signer.sign(
    {
      method: request.method ?? '',
      protocol: 'http:',
      hostname: String(headers.host),
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(signedHeaders),
      ...(body === '' ? {} : { body }),
    },
    { signingDate: new Date(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')) },
  );
  return expected.authorization === authorization ? { region, service } : 'SignatureDoesNotMatch';
}

function actionOfPath(path: string): string {
  if (/^\/2013-04-01\/hostedzone\/\w+$/.test(path)) return 'GetHostedZone';
  if (path.startsWith('/v2/email/identities/')) return 'GetEmailIdentity';
  return path === '/2016-08-19/account-settings' ? 'GetAccountSettings' : '';
}

/** The operations by the names that IAM gives them. */
const services: Readonly<Record<string, (asked: Operation, account: Account) => Reply>> = {
  // STS answers in XML to whoever does not ask for JSON ("GetCallerIdentity", sample response).
  'sts:GetCallerIdentity': ({ url, accept }, { id }) => {
    if (url.searchParams.get('Version') !== '2011-06-15') return refusal(400, 'InvalidAction');
    if (accept !== 'application/json') return ok(`<Account>${id}</Account>`);
    return ok({ GetCallerIdentityResponse: { GetCallerIdentityResult: { Account: id } } });
  },
  // At most ten names; unknown ones are no error (Systems Manager API reference, "GetParameters").
  'ssm:GetParameters': ({ region, sent }, { parameters }) => {
    const names = Array.isArray(sent.Names) ? sent.Names.map(String) : [];
    if (names.length < 1 || names.length > 10) return refusal(400, 'ValidationException');
    const typeOf = (name: string) => parameters[`${region} ${name}`];
    return ok({
      Parameters: names.flatMap((Name) => {
        const Type = typeOf(Name);
        return Type === undefined ? [] : [{ Name, Type, Value: 'AQICAHh…' }];
      }),
      InvalidParameters: names.filter((name) => typeOf(name) === undefined),
    });
  },
  // Route 53 API reference, "GetHostedZone".
  'route53:GetHostedZone': ({ url }, { zones }) => {
    const id = url.pathname.split('/').at(-1) ?? '';
    const name = zones[id];
    if (name === undefined) {
      return { status: 404, body: '<ErrorResponse><Error><Code>NoSuchHostedZone</Code>' };
    }
    return ok(`<?xml version="1.0"?><GetHostedZoneResponse><HostedZone><Name>${name}.</Name>`);
  },
  // A certificate is known in its own region only (Certificate Manager, "DescribeCertificate").
  'acm:DescribeCertificate': ({ region, sent }, { certificates }) => {
    const arn = String(sent.CertificateArn);
    const found = certificates[arn];
    if (found === undefined || arn.split(':')[3] !== region) {
      return refusal(400, 'ResourceNotFoundException');
    }
    const { Status, names } = found;
    return ok({ Certificate: { Status, DomainName: names[0], SubjectAlternativeNames: names } });
  },
  'lambda:GetAccountSettings': ({ region }, { places }) =>
    ok({ AccountLimit: { ConcurrentExecutions: places[region] ?? 10 } }),
  // SES names what is wrong in a header only (API v2 reference, "GetEmailIdentity"; restJson1).
  'ses:GetEmailIdentity': ({ region, url }, { mailIdentities }) => {
    const identity = decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    const isVerified = mailIdentities[`${region} ${identity}`];
    if (isVerified !== undefined) return ok({ VerifiedForSendingStatus: isVerified });
    const headers = { 'x-amzn-errortype': 'NotFoundException:http://internal.amazon.com/' };
    return { status: 404, headers, body: { message: 'Email identity does not exist.' } };
  },
  // A deleted secret keeps its name for days (Secrets Manager API reference, "DeleteSecret").
  'secretsmanager:DescribeSecret': ({ region, sent }, { deletedSecrets }) =>
    deletedSecrets.includes(`${region} ${sent.SecretId}`)
      ? ok({ Name: sent.SecretId, DeletedDate: 1.7636e9 })
      : refusal(400, 'ResourceNotFoundException'),
};

function ok(body: string | object): Reply {
  return { status: 200, body };
}

/** Errors in the form of the AWS JSON 1.1 protocol. */
function refusal(status: number, code: string): Reply {
  return { status, body: { __type: `com.amazonaws#${code}`, message: code } };
}
