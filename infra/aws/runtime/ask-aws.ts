import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';

/** The environment of a function, with its region and keys. */
export type Environment = Record<string, string | undefined>;

export interface Asking {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
}

/** A call of a service of AWS with a JSON API. */
interface Call {
  readonly service: 'ssm' | 'secretsmanager';
  readonly region: string;
  /** The name of the operation, as the header `x-amz-target` has it. */
  readonly target: string;
  readonly body: object;
}

const MAX_ATTEMPTS = 3;
const TIMEOUT_MS = 2_000;
const PAUSE_MS = 100;

/**
 * Calls a service of AWS with the keys of this function. The SDK would be five times as large as the
 * rest of what is loaded before a function's first answer.
 *
 * @throws {Error} naming operation and status when every attempt failed; never a secret
 */
export async function askAws(call: Call, env: Environment, asking: Asking): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptCall(call, env, asking);
    if (answer.ok) return answer.value;
    if (attempt === MAX_ATTEMPTS || !answer.mayPass) {
      throw new Error(`${call.target} was answered ${answer.status}.`);
    }
    await asking.wait(PAUSE_MS * attempt);
  }
}

type Attempt =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly status: number | 'not at all'; readonly mayPass: boolean };

async function attemptCall(call: Call, env: Environment, asking: Asking): Promise<Attempt> {
  const hostname = `${call.service}.${call.region}.amazonaws.com`;
  const body = JSON.stringify(call.body);
  const { headers } = await signed(hostname, body, call, env, asking.now());
  try {
    const response = await asking.fetch(`https://${hostname}/`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.ok) return { ok: true, value: await response.json() };
    const { status } = response;
    return { ok: false, status, mayPass: status >= 500 || status === 429 };
  } catch {
    return { ok: false, status: 'not at all', mayPass: true };
  }
}

function signed(hostname: string, body: string, call: Call, env: Environment, now: Date) {
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = env;
  const signer = new SignatureV4({
    service: call.service,
    region: call.region,
    credentials: {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
    },
    sha256: Hash.bind(null, 'sha256'),
  });
  const headers = {
    host: hostname,
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': call.target,
  };
  const request = { method: 'POST', protocol: 'https:', hostname, path: '/', headers, body };
  return signer.sign(request, { signingDate: now });
}
