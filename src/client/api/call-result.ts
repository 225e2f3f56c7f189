import type { Problem } from '../../contract/problem.ts';

/** The result of a call. */
export type CallResult<Value> = { readonly ok: true; readonly value: Value } | Failure;

/** Why a call failed: the server refused it, its reply was malformed, or there was no reply. */
export type Failure = Refused | { readonly ok: false; readonly kind: 'malformed' | 'unreachable' };

/** A problem that the server replied with. */
export interface Refused {
  readonly ok: false;
  readonly kind: 'refused';
  readonly problem: Problem;
  /** The seconds after which to call again, when the server says so. */
  readonly retryAfterSeconds?: number;
}

/** Waits for a reply or its body. A network failure or an abort becomes a result; a bug throws. */
export async function settle<Value>(promise: Promise<Value>): Promise<CallResult<Value>> {
  try {
    return { ok: true, value: await promise };
  } catch {
    return { ok: false, kind: 'unreachable' };
  }
}

/** Fetches a file of this site. */
export function fetchFile(url: string): Promise<CallResult<Blob>> {
  return settle(fetch(url).then((reply) => reply.blob()));
}

/** Reads the JSON of a reply. */
export async function readJson(reply: Response): Promise<CallResult<unknown>> {
  const text = await settle(reply.text());
  if (!text.ok) return text;
  try {
    return { ok: true, value: JSON.parse(text.value) };
  } catch {
    return { ok: false, kind: 'malformed' };
  }
}

/** How long `canReach` waits, in milliseconds. */
const reachTimeoutMs = 8_000;

/** Whether an address responds (`no-cors`), so that a navigation ends in no error page. */
export async function canReach(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(reachTimeoutMs);
  const result = await settle(fetch(url, { mode: 'no-cors', signal }));
  return result.ok;
}
