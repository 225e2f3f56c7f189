import { login } from '../../src/contract/auth.ts';
import { languageOfPath, localizedPath } from '../../src/contract/language.ts';
import { safeReturnTo } from '../../src/contract/return-to.ts';
import { signInPath } from '../../src/contract/session.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import { type AnyoneHandler, forAnyone } from '../callers/for-anyone.ts';
import { findSession } from '../callers/session.ts';
import type { SessionStore } from '../domain/session/session.ts';

/**
 * Starts a sign-in: redirects to the static page of the ceremony, in the language of the `returnTo`
 * path. A visitor who is signed in goes straight to that path.
 */
export const startSignIn: AnyoneHandler<
  typeof login,
  { readonly siteOrigin: string; readonly sessions: SessionStore }
> = async (request, deps) => {
  const returnTo = safeReturnTo(request.query.returnTo, deps.siteOrigin);
  const session = await findSession(request.sessionCookie, deps.sessions, request.now);
  return { status: 302, location: session ? returnTo : signInAddress(returnTo) };
};

function signInAddress(returnTo: string): string {
  const page = localizedPath(signInPath, languageOfPath(returnTo));
  return `${page}?returnTo=${encodeURIComponent(returnTo)}`;
}

export const handler = forAnyone(login, startSignIn, (env) => ({
  siteOrigin: env.siteOrigin,
  sessions: sessionStore(database(env)),
}));
