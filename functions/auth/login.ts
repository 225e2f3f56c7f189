import { languageOfPath, localizedPath } from '../../src/contract/language.ts';
import { safeReturnTo } from '../../src/contract/return-to.ts';
import { signInPath } from '../../src/contract/session.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { findSession } from '../http/session.ts';

interface Deps {
  readonly siteOrigin: string;
  readonly sessions: SessionStore;
}

/**
 * Starts sign-in: on to the static page that runs the ceremony, in the language of where the
 * visitor wants to return to; who is signed in already goes straight there.
 */
export const login: Handler<'login', Deps> = async (request, { siteOrigin, sessions }) => {
  const returnTo = safeReturnTo(request.query.returnTo, siteOrigin);
  const session = await findSession(request.sessionCookie, sessions, request.now);
  return { status: 302, location: session ? returnTo : signInAddress(returnTo) };
};

function signInAddress(returnTo: string): string {
  const page = localizedPath(signInPath, languageOfPath(returnTo));
  return `${page}?returnTo=${encodeURIComponent(returnTo)}`;
}

export const handler = lambda('login', login, (env) => ({
  siteOrigin: env.siteOrigin,
  sessions: sessionStore(database(env)),
}));
