import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';

/** The environment of a function, with its region and keys. */
export type Environment = Record<string, string | undefined>;

export interface Asking {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
}

/** A call of a service of AWS. */
interface Call {
  readonly service: string;
  /** The service's name in its address, where that is another one. */
  readonly host?: string;
  readonly region: string;
  /** The name of the operation; a service with a JSON API is told it in the header `x-amz-target`. */
  readonly target: string;
  /** The body for a service with a JSON API. Other services are asked by GET. */
  readonly body?: object;
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** A service of AWS did not do what it was asked; the message names operation, status and code. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
  /** The service's name for what is wrong, such as `ResourceNotFoundException`. */
  readonly code: string;
  readonly mayPass: boolean;
  readonly status: number | undefined;

  /** @param status `undefined` when nobody answered */
  constructor(target: string, status?: number, code = '') {
    super(`${target} was answered ${status ?? 'not at all'}${code && ` (${code})`}.`);
    this.code = code;
    this.status = status;
    // Systems Manager answers 400 when it is overrun ("Common errors" of its API reference).
    const isOverrun = status === 429 || code === 'ThrottlingException';
    this.mayPass = status === undefined || status >= 500 || isOverrun;
  }
}

const MAX_ATTEMPTS = 3;
const TIMEOUT_MS = 2_000;
const PAUSE_MS = 100;

/**
 * Calls a service of AWS with the keys of this function. The SDK would be five times as large as
 * the rest of what is loaded before a function's first answer. `AWS_ENDPOINT_URL` names another
 * server to ask, as with the SDK.
 * @returns the answer: JSON as its value, else as text
 * @throws {AwsError} when every attempt failed; it never has a secret
 */
export async function askAws(call: Call, env: Environment, asking: Asking): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptCall(call, env, asking);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(error instanceof AwsError && error.mayPass)) throw error;
    }
    await asking.wait(PAUSE_MS * attempt);
  }
}

async function attemptCall(call: Call, env: Environment, asking: Asking): Promise<unknown> {
  const url = new URL(call.path ?? '/', env.AWS_ENDPOINT_URL || endpointOf(call));
  const { method, headers, body } = await signed(url, call, env, asking.now());
  url.search = new URLSearchParams(call.query).toString();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const asked = { method, headers, signal, body: body ?? null };
  const response = await asking.fetch(url.href, asked).catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (text === undefined) throw new AwsError(call.target);
  if (!response?.ok) throw new AwsError(call.target, response?.status, codeIn(text));
  return text.startsWith('{') ? JSON.parse(text) : text;
}

/** Route 53 has one address for all regions. */
function endpointOf({ service, host = service, region }: Call): string {
  return `https://${host}${service === 'route53' ? '' : `.${region}`}.amazonaws.com`;
}

/** Services name what is wrong in JSON, some after a namespace, or in XML. */
function codeIn(text: string): string {
  return /"__type":\s*"(?:[^"#]*#)?(\w+)"|<Code>(\w+)</.exec(text)?.slice(1).join('') ?? '';
}

function signed({ protocol, host, pathname }: URL, call: Call, env: Environment, now: Date) {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = env;
  const { service, region, target, query } = call;
  const signer = new SignatureV4({
    service,
    region,
    credentials: {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
    },
    sha256: Hash.bind(null, 'sha256'),
  });
  const request = { protocol, hostname: host, path: pathname, query: { ...query } };
  const json = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
  const made = call.body
    ? { method: 'POST', headers: { host, ...json }, body: JSON.stringify(call.body) }
    : { method: 'GET', headers: { host, accept: 'application/json' }, body: undefined };
  return signer.sign({ ...request, ...made }, { signingDate: now });
}
