import type * as z from 'zod/mini';
import { type Problem, problemSchema } from '../contract/problem.ts';
import { routes } from '../contract/routes.ts';
import { requestedWithHeader } from '../contract/session.ts';

/** The routes that answer 200 with JSON: those a page can call. */
type JsonRoutes = {
  [Name in keyof typeof routes as (typeof routes)[Name]['replies'] extends { 200: z.ZodMiniType }
    ? Name
    : never]: (typeof routes)[Name];
};

type Answer<Name extends keyof JsonRoutes> = z.infer<JsonRoutes[Name]['replies'][200]>;

/** What a call came to: the parsed answer, a problem of the server's, or no answer at all. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: 'refused'; readonly problem: Problem }
  | { readonly ok: false; readonly reason: 'malformed' | 'unreachable' };

/** How long a call may take, in milliseconds: longer than API Gateway's own limit of 29 s. */
const timeoutMs = 31_000;

/**
 * Calls a route of the table and checks its answer against the table's schema.
 * @param request `body` is sent as JSON; `bearer` as the Authorization header (RFC 6750, 2.1).
 */
export async function call<Name extends keyof JsonRoutes>(
  name: Name,
  request: { readonly body?: unknown; readonly bearer?: string } = {},
): Promise<Outcome<Answer<Name>>> {
  const { method, path, replies } = routes[name];
  try {
    const answer = await fetch(path, {
      method,
      headers: headersOf(request),
      signal: AbortSignal.timeout(timeoutMs),
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    return read<Name>(answer.ok, replies[200], await answer.json().catch(() => undefined));
  } catch {
    return { ok: false, reason: 'unreachable' };
  }
}

function headersOf({ body, bearer }: { readonly body?: unknown; readonly bearer?: string }) {
  return {
    accept: 'application/json',
    [requestedWithHeader.name]: requestedWithHeader.value,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  };
}

function read<Name extends keyof JsonRoutes>(
  ok: boolean,
  schema: JsonRoutes[Name]['replies'][200],
  body: unknown,
): Outcome<Answer<Name>> {
  if (!ok) {
    const problem = problemSchema.safeParse(body);
    return problem.success
      ? { ok: false, reason: 'refused', problem: problem.data }
      : { ok: false, reason: 'malformed' };
  }
  const answer = schema.safeParse(body);
  return answer.success
    ? { ok: true, value: answer.data as Answer<Name> }
    : { ok: false, reason: 'malformed' };
}
