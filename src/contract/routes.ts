import * as z from 'zod/mini';
import { accessTokenSchema, jwksPath, jwksSchema } from './access-token.ts';
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
import {
  fileNameSchema,
  finishedRunSchema,
  flowIdSchema,
  flowsSchema,
  maxRunBodyBytes,
  quoteRequestSchema,
  quoteSchema,
  runRequestSchema,
  runSchema,
  runsQuerySchema,
  runsSchema,
} from './flows.ts';
import { healthSchema } from './health.ts';
import { idSchema } from './id.ts';
import type { Audience, Route } from './route.ts';
import { loginPath, logoutPath, profilePath } from './session.ts';
import { usageQuerySchema, usageSchema } from './usage.ts';
import { profileSchema, savedUserSchema, userSchema } from './user.ts';

/** For what is never an error: anything but a single text counts as absent. */
const lenientText = z.catch(z.optional(z.string()), undefined);

const idParams = z.object({ id: idSchema });

const flowParams = z.object({ id: flowIdSchema });

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
  createToken: {
    method: 'POST',
    path: '/api/auth/token',
    file: 'auth/token',
    caller: 'session',
    limit: 'token',
    replies: { 200: accessTokenSchema },
  },
  readKeys: {
    method: 'GET',
    path: jwksPath,
    file: 'auth/jwks',
    caller: 'anyone',
    replies: { 200: jwksSchema },
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
  listFlows: {
    method: 'GET',
    path: '/flows',
    file: 'runs/list-flows',
    audience: 'flows',
    caller: 'anyone',
    replies: { 200: flowsSchema },
  },
  quoteRun: {
    method: 'POST',
    path: '/flows/{id}/quotes',
    file: 'runs/quote',
    audience: 'flows',
    caller: 'access-token',
    params: flowParams,
    body: quoteRequestSchema,
    maxBodyBytes: maxRunBodyBytes,
    fieldProblems: { id: 'flow_not_found' },
    limit: 'quote',
    replies: { 200: quoteSchema },
  },
  startRun: {
    method: 'POST',
    path: '/flows/{id}/runs',
    file: 'runs/start',
    audience: 'flows',
    caller: 'access-token',
    keyed: true,
    params: flowParams,
    body: runRequestSchema,
    maxBodyBytes: maxRunBodyBytes,
    fieldProblems: { id: 'flow_not_found' },
    limit: 'run',
    replies: { 201: finishedRunSchema },
  },
  listRuns: {
    method: 'GET',
    path: '/runs',
    file: 'runs/list',
    audience: 'flows',
    caller: 'access-token',
    query: runsQuerySchema,
    replies: { 200: runsSchema },
  },
  readRun: {
    method: 'GET',
    path: '/runs/{id}',
    file: 'runs/read',
    audience: 'flows',
    caller: 'access-token',
    params: idParams,
    fieldProblems: { id: 'run_not_found' },
    replies: { 200: runSchema },
  },
  readRunFile: {
    method: 'GET',
    path: '/runs/{id}/files/{name}',
    file: 'runs/read-file',
    audience: 'flows',
    caller: 'access-token',
    params: z.object({ id: idSchema, name: fileNameSchema }),
    fieldProblems: { id: 'run_not_found', name: 'run_not_found' },
    replies: { 200: 'file' },
  },
  answerUnmatchedFlows: {
    method: 'ANY',
    path: '/{path+}',
    file: 'unmatched/answer-flows',
    audience: 'flows',
    caller: 'anyone',
    replies: {},
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;

/** The rows of the table that answer at an origin, in their order. */
export function routesOf(audience: Audience): readonly Route[] {
  const all: readonly Route[] = Object.values(routes);
  return all.filter((route) => (route.audience ?? 'site') === audience);
}
