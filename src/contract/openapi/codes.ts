import * as z from 'zod/mini';
import { exactRoute } from '../exact-route.ts';
import type { ProblemCode } from '../problem.ts';
import { changesByCookie, codesOfCallers, type Route } from '../route.ts';

/** The codes of any call, whatever it asks. */
const always = ['internal', 'temporarily_unavailable'] as const;

/** Every code that a route can answer with, each once, in the order of the alphabet. */
export function codesOf(row: Route): readonly ProblemCode[] {
  const route = exactRoute(row);
  const codes: readonly ProblemCode[] = [
    ...always,
    ...codesOfCallers[route.caller],
    ...(changesByCookie(route) ? (['origin_refused'] as const) : []),
    ...(route.keyed ? (['idempotency_key_invalid'] as const) : []),
    ...(route.limit ? (['rate_limited'] as const) : []),
    ...(route.query && canFail(route.query) ? (['query_invalid'] as const) : []),
    ...(route.params && !route.fieldProblems ? (['not_found'] as const) : []),
    ...codesOfBody(route),
    ...Object.values(route.fieldProblems ?? {}),
    ...(route.refuses ?? []),
  ];
  return [...new Set(codes)].toSorted();
}

function codesOfBody({ body }: Route): readonly ProblemCode[] {
  if (body === undefined) return [];
  if (body === 'bytes') return ['payload_too_large'];
  return ['body_invalid', 'body_not_json', 'content_type_unsupported', 'payload_too_large'];
}

/** Whether a query can be wrong at all: some schemas accept every query. */
function canFail(query: z.ZodMiniType): boolean {
  const { properties = {}, additionalProperties } = z.toJSONSchema(query, { io: 'input' });
  if (additionalProperties === false) return true;
  const repeated = Object.keys(properties).map((name) => [name, ['a', 'b']] as const);
  return !z.safeParse(query, Object.fromEntries(repeated)).success;
}
