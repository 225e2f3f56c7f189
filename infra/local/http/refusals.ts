import { refusalParts } from '../../../functions/http/reply.ts';
import { answerUnmatched } from '../../../src/contract/api.ts';
import type { ProblemCode } from '../../../src/contract/problem.ts';
import { limits } from './limits.ts';

const details = {
  headers_too_large: `The request line and the headers may have ${limits.headerBytes} bytes together; send fewer or shorter ones.`,
  internal: 'The call failed on our side; try again, and quote the requestId when it goes on.',
  payload_too_large: `A body may have ${limits.payloadBytes} bytes; send less.`,
  request_malformed:
    'The request breaks the rules of HTTP/1.1 (RFC 9112); send it with an HTTP library.',
  request_timed_out: `A request has to arrive whole within ${limits.requestMs / 1_000} seconds; send it again.`,
  timed_out: `The call took more than ${limits.timeoutMs / 1_000} seconds; try again later.`,
  uri_too_long: `An address may have ${limits.urlBytes} bytes; send a shorter one.`,
} as const satisfies Partial<Record<ProblemCode, string>>;

/** The codes of refusals that come from the server, not from an endpoint. */
export type Refusal = keyof typeof details;

/** A refusal of the server, in the form of the endpoints' refusals. */
export function refuse(
  code: Refusal,
  context: { readonly requestId: string; readonly siteOrigin: string },
): ReturnType<typeof refusalParts> {
  return refusalParts(answerUnmatched, { ok: false, code, detail: details[code] }, context);
}
