import * as z from 'zod/mini';
import { exactRoute } from '../exact-route.ts';
import type { ProblemCode } from '../problem.ts';
import { type Caller, changesByCookie, type Route } from '../route.ts';
import { type DocumentedRoute, documentedRoutes } from './documented.ts';

/** What any call may come to, whatever it asks. */
const always = ['internal', 'temporarily_unavailable'] as const;

/** What handlers refuse for reasons of their own; the rest follows from their rows of the table. */
const ofHandlers: Partial<Readonly<Record<DocumentedRoute, readonly ProblemCode[]>>> = {
  saveUser: [
    'provider_unreachable',
    'subject_mismatch',
    'token_expired',
    'token_invalid',
    'token_replayed',
  ],
  deleteUser: ['confirmation_wrong', 'session_required', 'sign_in_too_old'],
  endSession: ['session_not_found'],
  holdCredits: ['credits_insufficient', 'idempotency_conflict', 'user_not_found'],
  captureHold: ['hold_already_settled', 'hold_expired', 'hold_not_found', 'idempotency_conflict'],
  releaseHold: ['hold_already_settled', 'hold_expired', 'hold_not_found', 'idempotency_conflict'],
  grantCredits: ['idempotency_conflict', 'user_not_found', 'wallet_full'],
  startCheckout: ['pack_unknown', 'payments_unreachable'],
  quoteRun: ['flow_not_found', 'input_invalid', 'input_refused'],
  startRun: [
    'credits_insufficient',
    'flow_not_found',
    'idempotency_conflict',
    'input_invalid',
    'input_refused',
    'quote_changed',
    'run_failed',
    'run_in_progress',
    'run_timed_out',
    'too_many_runs',
  ],
  readRun: ['run_not_found'],
  readRunFile: ['run_not_found'],
  receiveWebhook: ['payments_unreachable', 'webhook_invalid'],
};

const ofCallers: Readonly<Record<Caller, readonly ProblemCode[]>> = {
  anyone: [],
  session: ['session_required'],
  'id-token-or-session': ['session_required', 'token_invalid'],
  'service-key': ['scope_missing', 'service_key_invalid'],
  'access-token': ['access_token_invalid'],
};

/** Every code that a route can answer with, each once, in the order of the alphabet. */
export function codesOf(name: DocumentedRoute): readonly ProblemCode[] {
  const route = exactRoute(documentedRoutes[name]);
  const codes: readonly ProblemCode[] = [
    ...always,
    ...ofCallers[route.caller],
    ...(changesByCookie(route) ? (['origin_refused'] as const) : []),
    ...(route.keyed ? (['idempotency_key_invalid'] as const) : []),
    ...(route.limit ? (['rate_limited'] as const) : []),
    ...(route.query && canFail(route.query) ? (['query_invalid'] as const) : []),
    ...(route.params && !route.fieldProblems ? (['not_found'] as const) : []),
    ...codesOfBody(route),
    ...Object.values(route.fieldProblems ?? {}),
    ...(ofHandlers[name] ?? []),
  ];
  return [...new Set(codes)].toSorted();
}

function codesOfBody({ body }: Route): readonly ProblemCode[] {
  if (body === undefined) return [];
  if (body === 'bytes') return ['payload_too_large'];
  return ['body_invalid', 'body_not_json', 'content_type_unsupported', 'payload_too_large'];
}

/** Whether a query can be wrong at all: some take everything, and make nothing of what is not one. */
function canFail(query: z.ZodMiniType): boolean {
  const { properties = {}, additionalProperties } = z.toJSONSchema(query, { io: 'input' });
  if (additionalProperties === false) return true;
  const repeated = Object.keys(properties).map((name) => [name, ['a', 'b']] as const);
  return !z.safeParse(query, Object.fromEntries(repeated)).success;
}
