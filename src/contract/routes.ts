import * as z from 'zod/mini';
import { balanceSchema } from './credits.ts';
import { healthSchema } from './health.ts';
import { loginPath, logoutPath, profilePath } from './session.ts';
import { profileSchema, savedUserSchema, userSchema } from './user.ts';

/** Who may call a route; the Lambda wrapper refuses everyone else. */
export type Caller = 'anyone' | 'session' | 'id-token-or-session';

/** What a status answers with: a JSON body of that schema, a page, a redirect or nothing. */
export type ReplyBody = z.ZodMiniType | 'page' | 'redirect' | 'nothing';

export interface Route {
  /** `ANY` is for the one route that answers what no other route does. */
  readonly method: 'GET' | 'POST' | 'DELETE' | 'ANY';
  /** A path as API Gateway writes it: `{name}` one segment, `{name+}` the rest. */
  readonly path: string;
  /** The handler's file under `functions/`, without its ending. */
  readonly file: string;
  readonly caller: Caller;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly replies: Readonly<Record<number, ReplyBody>>;
}

/** For what is never an error: anything but a single text counts as absent. */
const lenientText = z.catch(z.optional(z.string()), undefined);

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
    replies: { 200: savedUserSchema },
  },
  readCredits: {
    method: 'GET',
    path: '/api/credits',
    file: 'credits/read',
    caller: 'session',
    replies: { 200: balanceSchema },
  },
  checkHealth: {
    method: 'GET',
    path: '/api/health',
    file: 'health/check',
    caller: 'anyone',
    replies: { 200: healthSchema },
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
