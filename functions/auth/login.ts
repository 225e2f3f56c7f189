import { login } from '../../src/contract/auth.ts';
import { isStartedElsewhere } from '../../src/contract/fetch-metadata.ts';
import { languageOfPath, localizedPath } from '../../src/contract/language.ts';
import { safeReturnTo } from '../../src/contract/return-to.ts';
import { anewParameter, askingState, signInPath } from '../../src/contract/sign-in.ts';
import { sqlClient } from '../adapters/postgres/connection/sql-client.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import { type AnyoneRequest, forAnyone } from '../callers/for-anyone.ts';
import { findSession } from '../callers/session.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Reply } from '../http/handler.ts';

interface Deps {
  readonly siteOrigin: string;
  readonly sessions: SessionStore;
}

/**
 * Starts a sign-in: redirects to the static page of the ceremony, in the language of the `returnTo`
 * path. A visitor who is signed in goes straight to that path. When another site began the
 * navigation, the page asks first: the provider may know the visitor and answer without a press.
 * Somebody who has ended the browser's session elsewhere, or deleted the account, wants no new one.
 */
export async function startSignIn(
  request: AnyoneRequest<typeof login>,
  deps: Deps,
): Promise<Reply<typeof login>> {
  const returnTo = safeReturnTo(request.query.returnTo, deps.siteOrigin);
  const { sessionCookie: cookie, headers, now } = request;
  const session = await findSession(cookie, deps.sessions, now);
  if (session) return { status: 302, location: returnTo };
  const page = localizedPath(signInPath, languageOfPath(returnTo));
  const isEnded = cookie.kind === 'token' && !(await deps.sessions.find(cookie.tokenHash, now));
  const anew = isEnded ? `${anewParameter}=1&` : '';
  const state = isStartedElsewhere(headers) ? `show=${askingState}&` : anew;
  return { status: 302, location: `${page}?${state}returnTo=${encodeURIComponent(returnTo)}` };
}

export const handler = forAnyone(login, startSignIn, (env) => ({
  siteOrigin: env.siteOrigin,
  sessions: sessionStore(sqlClient(env)),
}));
