import * as z from 'zod/mini';
import {
  deleteUserSchema,
  endSessionsQuerySchema,
  exportSchema,
  sessionsSchema,
} from './account.ts';
import {
  checkoutRequestSchema,
  checkoutSchema,
  purchasesQuerySchema,
  purchasesSchema,
  webhookSchema,
} from './checkout.ts';
import {
  balanceSchema,
  captureRequestSchema,
  captureSchema,
  grantRequestSchema,
  grantSchema,
  holdRequestSchema,
  holdSchema,
  releaseRequestSchema,
  releaseSchema,
} from './credits.ts';
import { entriesQuerySchema, entriesSchema } from './entries.ts';
import { healthSchema } from './health.ts';
import { idSchema } from './id.ts';
import type { LimitName } from './limits.ts';
import type { ProblemCode } from './problem.ts';
import type { ServiceScope } from './service-keys.ts';
import { loginPath, logoutPath, profilePath } from './session.ts';
import { usageQuerySchema, usageSchema } from './usage.ts';
import { profileSchema, savedUserSchema, userSchema } from './user.ts';

/** Who may call a route; the Lambda wrapper refuses everyone else. */
export type Caller = 'anyone' | 'session' | 'id-token-or-session' | 'service-key';

/** What a status answers with: a JSON body of that schema, a page, a redirect or nothing. */
export type ReplyBody = z.ZodMiniType | 'page' | 'redirect' | 'nothing';

/** What a call brings: JSON of that schema, or bytes that the handler reads itself. */
export type RequestBody = z.ZodMiniType | 'bytes';

export interface Route {
  /** `ANY` is for the one route that answers what no other route does. */
  readonly method: 'GET' | 'POST' | 'DELETE' | 'ANY';
  /** A path as API Gateway writes it: `{name}` one segment, `{name+}` the rest. */
  readonly path: string;
  /** The handler's file under `functions/`, without its ending. */
  readonly file: string;
  readonly caller: Caller;
  /** What a service key must be allowed, for the caller `service-key`. */
  readonly scope?: ServiceScope;
  /** Whether a call must bring an `Idempotency-Key`, so that its effect happens once. */
  readonly keyed?: true;
  /** What stands for the names in the path. */
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: RequestBody;
  /** The codes for fields of path or body whose faults have one of their own. */
  readonly fieldProblems?: Readonly<Record<string, ProblemCode>>;
  /** Whether a caller who accepts `text/csv` gets that instead of JSON. */
  readonly csv?: true;
  /**
   * What its calls are counted against; of a route with CSV, the calls for that. What only reads is
   * not counted, as counting writes: the write would cost more than the read that it saves.
   */
  readonly limit?: LimitName;
  readonly replies: Readonly<Record<number, ReplyBody>>;
}

/** For what is never an error: anything but a single text counts as absent. */
const lenientText = z.catch(z.optional(z.string()), undefined);

const idParams = z.object({ id: idSchema });

/**
 * THE TABLE. The browser client, the local gateway, the Lambda wrapper and the test that every
 * route has one handler file read it; nobody keeps a second list.
 */
export const routes = {
  login: {
    method: 'GET',
    path: loginPath,
    file: 'auth/login',
    caller: 'anyone',
    query: z.object({ returnTo: lenientText }),
    replies: { 302: 'redirect' },
  },
  logout: {
    method: 'GET',
    path: logoutPath,
    file: 'auth/logout',
    caller: 'anyone',
    replies: { 200: 'page', 302: 'redirect' },
  },
  me: {
    method: 'GET',
    path: profilePath,
    file: 'auth/me',
    caller: 'anyone',
    replies: { 200: userSchema, 204: 'nothing' },
  },
  saveUser: {
    method: 'POST',
    path: '/api/user',
    file: 'user/save',
    caller: 'id-token-or-session',
    body: profileSchema,
    limit: 'ceremony',
    replies: { 200: savedUserSchema },
  },
  exportUser: {
    method: 'GET',
    path: '/api/user/export',
    file: 'user/export',
    caller: 'session',
    limit: 'download',
    replies: { 200: exportSchema },
  },
  deleteUser: {
    method: 'DELETE',
    path: '/api/user',
    file: 'user/delete',
    caller: 'session',
    body: deleteUserSchema,
    fieldProblems: { confirm: 'confirmation_wrong' },
    limit: 'change',
    replies: { 204: 'nothing' },
  },
  listSessions: {
    method: 'GET',
    path: '/api/user/sessions',
    file: 'user/list-sessions',
    caller: 'session',
    replies: { 200: sessionsSchema },
  },
  endSession: {
    method: 'DELETE',
    path: '/api/user/sessions/{id}',
    file: 'user/end-session',
    caller: 'session',
    params: idParams,
    fieldProblems: { id: 'session_not_found' },
    limit: 'change',
    replies: { 204: 'nothing' },
  },
  endSessions: {
    method: 'DELETE',
    path: '/api/user/sessions',
    file: 'user/end-sessions',
    caller: 'session',
    query: endSessionsQuerySchema,
    limit: 'change',
    replies: { 204: 'nothing' },
  },
  readCredits: {
    method: 'GET',
    path: '/api/credits',
    file: 'credits/read',
    caller: 'session',
    replies: { 200: balanceSchema },
  },
  listEntries: {
    method: 'GET',
    path: '/api/credits/entries',
    file: 'credits/list-entries',
    caller: 'session',
    query: entriesQuerySchema,
    csv: true,
    limit: 'download',
    replies: { 200: entriesSchema },
  },
  readUsage: {
    method: 'GET',
    path: '/api/credits/usage',
    file: 'credits/read-usage',
    caller: 'session',
    query: usageQuerySchema,
    replies: { 200: usageSchema },
  },
  holdCredits: {
    method: 'POST',
    path: '/api/credits/holds',
    file: 'credits/hold',
    caller: 'service-key',
    scope: 'holds',
    keyed: true,
    body: holdRequestSchema,
    fieldProblems: { amount: 'amount_invalid' },
    limit: 'service',
    replies: { 201: holdSchema },
  },
  captureHold: {
    method: 'POST',
    path: '/api/credits/holds/{id}/capture',
    file: 'credits/capture',
    caller: 'service-key',
    scope: 'holds',
    keyed: true,
    params: idParams,
    body: captureRequestSchema,
    fieldProblems: { id: 'hold_not_found', amount: 'amount_invalid' },
    limit: 'service',
    replies: { 200: captureSchema },
  },
  releaseHold: {
    method: 'POST',
    path: '/api/credits/holds/{id}/release',
    file: 'credits/release',
    caller: 'service-key',
    scope: 'holds',
    keyed: true,
    params: idParams,
    body: releaseRequestSchema,
    fieldProblems: { id: 'hold_not_found' },
    limit: 'service',
    replies: { 200: releaseSchema },
  },
  grantCredits: {
    method: 'POST',
    path: '/api/credits/grants',
    file: 'credits/grant',
    caller: 'service-key',
    scope: 'grants',
    keyed: true,
    body: grantRequestSchema,
    fieldProblems: { amount: 'amount_invalid' },
    limit: 'service',
    replies: { 201: grantSchema },
  },
  startCheckout: {
    method: 'POST',
    path: '/api/checkout',
    file: 'checkout/start',
    caller: 'session',
    body: checkoutRequestSchema,
    fieldProblems: { pack: 'pack_unknown' },
    limit: 'change',
    replies: { 200: checkoutSchema },
  },
  takeWebhook: {
    method: 'POST',
    path: '/api/checkout/webhook',
    file: 'checkout/webhook',
    caller: 'anyone',
    body: 'bytes',
    replies: { 200: webhookSchema },
  },
  listPurchases: {
    method: 'GET',
    path: '/api/purchases',
    file: 'purchases/list',
    caller: 'session',
    query: purchasesQuerySchema,
    replies: { 200: purchasesSchema },
  },
  checkHealth: {
    method: 'GET',
    path: '/api/health',
    file: 'health/check',
    caller: 'anyone',
    replies: { 200: healthSchema },
  },
  readOpenApi: {
    method: 'GET',
    path: '/api/openapi.json',
    file: 'openapi/read',
    caller: 'anyone',
    replies: { 200: z.record(z.string(), z.unknown()) },
  },
  answerUnmatched: {
    method: 'ANY',
    path: '/api/{path+}',
    file: 'unmatched/answer',
    caller: 'anyone',
    replies: {},
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
