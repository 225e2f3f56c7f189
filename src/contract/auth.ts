import * as z from 'zod/mini';
import { route } from './route.ts';
import { jwksPath, loginPath, logoutPath, profilePath } from './session.ts';
import { profileSchema, savedUserSchema, userSchema } from './user.ts';

export const accessTokenSchema = z.object({
  /** Sent as Bearer to the origin of the flows; only that origin reads it. */
  accessToken: z.string(),
  /** Seconds. */
  expiresIn: z.int(),
});

/** The keys in force, the one that signs first (RFC 7517, section 5; RFC 7518, section 6.2.1). */
export const jwksSchema = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
      kid: z.string(),
      alg: z.literal('ES256'),
      use: z.literal('sig'),
    }),
  ),
});

/** For a query that is never wrong: anything but a single text counts as absent. */
const lenientText = z.catch(z.optional(z.string()), undefined);

export const login = /* @__PURE__ */ route('login', {
  summary: 'Starts the sign-in and comes back to `returnTo`',
  method: 'GET',
  path: loginPath,
  file: 'auth/login',
  caller: 'anyone',
  query: z.object({ returnTo: lenientText }),
  replies: { 302: 'redirect' },
});

export const logout = /* @__PURE__ */ route('logout', {
  summary: 'Ends the session, here and at the identity provider',
  method: 'GET',
  path: logoutPath,
  file: 'auth/logout',
  caller: 'anyone',
  withoutHead: true,
  localized: true,
  replies: { 200: 'page', 302: 'redirect' },
});

export const me = /* @__PURE__ */ route('me', {
  summary: 'Who is signed in; no content when nobody is',
  method: 'GET',
  path: profilePath,
  file: 'auth/me',
  caller: 'anyone',
  replies: { 200: userSchema, 204: 'nothing' },
});

export const createToken = /* @__PURE__ */ route('createToken', {
  summary: 'An access token for the flows, good for five minutes',
  method: 'POST',
  path: '/api/auth/token',
  file: 'auth/token',
  runsIn: 'tokens',
  caller: 'session',
  limit: 'token',
  replies: { 200: accessTokenSchema },
});

export const readKeys = /* @__PURE__ */ route('readKeys', {
  summary: 'The public keys of the access tokens',
  method: 'GET',
  path: jwksPath,
  file: 'auth/jwks',
  runsIn: 'tokens',
  caller: 'anyone',
  replies: { 200: jwksSchema },
});

export const saveUser = /* @__PURE__ */ route('saveUser', {
  summary: 'Saves the user; with an ID token it begins the session and grants the trial',
  method: 'POST',
  path: '/api/user',
  file: 'user/save',
  caller: 'id-token-or-session',
  body: profileSchema,
  ignoresUnknown: true,
  refuses: [
    'provider_unreachable',
    'sign_in_too_weak',
    'subject_mismatch',
    'token_expired',
    'token_replayed',
  ],
  limit: 'ceremony',
  replies: { 200: savedUserSchema },
});

export const authRoutes = { login, logout, me, createToken, readKeys, saveUser };
