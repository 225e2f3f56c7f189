import { createToken } from '../../contract/auth.ts';
import { requestedWithHeader } from '../../contract/sign-in.ts';
import { call } from './call.ts';
import { settle } from './call-result.ts';

/** A call of the reference, with an example's values. */
export interface TriedCall {
  readonly method: string;
  readonly url: string;
  /** JSON, or nothing. */
  readonly body?: string | undefined;
  readonly hasToken: boolean;
}

/** How much of a reply is shown, in UTF-16 units. */
const MAX_SHOWN_LENGTH = 8_000;

/**
 * Makes a call as whoever is signed in.
 * @returns the reply as it came, its status first; `undefined` when there is none
 */
export async function tryCall(tried: TriedCall): Promise<string | undefined> {
  const headers = await headersOf(tried);
  const { method, url, body } = tried;
  const reply = await settle(fetch(url, { method, headers, ...(body ? { body } : {}) }));
  if (!reply.ok) return undefined;
  const text = await settle(reply.value.text());
  if (!text.ok) return undefined;
  return `${reply.value.status}\n\n${indented(text.value)}`.slice(0, MAX_SHOWN_LENGTH);
}

async function headersOf({ method, body, hasToken }: TriedCall): Promise<Record<string, string>> {
  const token = hasToken ? await call(createToken) : undefined;
  return {
    accept: 'application/json',
    ...(token?.ok ? { authorization: `Bearer ${token.value.accessToken}` } : {}),
    ...(hasToken || method === 'GET'
      ? {}
      : { [requestedWithHeader.name]: requestedWithHeader.value }),
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(hasToken && method !== 'GET' ? { 'idempotency-key': crypto.randomUUID() } : {}),
  };
}

/** JSON in lines; another text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
