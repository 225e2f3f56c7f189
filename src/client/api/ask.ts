import type * as z from 'zod/mini';
import type { Route } from '../../contract/route.ts';
import { type CallResult, type Failure, readJson } from './call-result.ts';
import { type CallOptions, send } from './send.ts';

/** A route that a page can ask: it answers with JSON, or 204 with nothing. */
export type Askable = Route & {
  readonly replies:
    | { readonly 200: z.ZodMiniType }
    | { readonly 201: z.ZodMiniType }
    | { readonly 204: 'nothing' };
};

/** What a call is answered with: `undefined` where the answer is that it is done. */
export type ReplyOf<R extends Askable> = R['replies'] extends
  | { readonly 200: infer Schema extends z.ZodMiniType }
  | { readonly 201: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : undefined;

const malformed: Failure = { ok: false, kind: 'malformed' };

/**
 * Asks a route and checks its answer against the route's schema. Whoever calls this has typed the
 * input: `call.ts` for the site, `flows-api.ts` for the flows.
 */
export function ask<R extends Askable>(
  route: R,
  sent: CallOptions,
): Promise<CallResult<ReplyOf<R>>>;
export async function ask(route: Route, sent: CallOptions): Promise<CallResult<unknown>> {
  const answer = await send(route, 'application/json', sent);
  if (!answer.ok) return answer;
  const schema = route.replies[answer.value.status];
  if (schema === 'nothing') return { ok: true, value: undefined };
  if (typeof schema !== 'object') return malformed;
  const json = await readJson(answer.value);
  if (!json.ok) return json;
  const read = schema.safeParse(json.value);
  return read.success ? { ok: true, value: read.data } : malformed;
}
