import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';

/** The environment of a function: where it runs, and with what it proves who it is. */
export type Environment = Record<string, string | undefined>;

/** What asking takes from outside. */
export interface Asking {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => Date;
  readonly wait: (ms: number) => Promise<void>;
}

/** A call of one of AWS' services that speak JSON. */
export interface Call {
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
 * Asks a service of AWS with the keys of this function. The SDK would do it too, and would be five
 * times as large as the rest of what is loaded before a function answers its first call.
 *
 * @throws {Error} naming service, operation and status when every attempt failed; never a secret
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
    // A refusal of ours stays one; that the service is overrun or failing may pass.
    return {
      ok: false,
      status: response.status,
      mayPass: response.status >= 500 || response.status === 429,
    };
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
  return signer.sign(
    {
      method: 'POST',
      protocol: 'https:',
      hostname,
      path: '/',
      headers: {
        host: hostname,
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': call.target,
      },
      body,
    },
    { signingDate: now },
  );
}
