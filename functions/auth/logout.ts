import { logout } from '../../src/contract/auth.ts';
import { isNavigation, isStartedElsewhere } from '../../src/contract/fetch-metadata.ts';
import { type Language, languageOfPath, localizedPath } from '../../src/contract/language.ts';
import { sqlClient } from '../adapters/postgres/connection/sql-client.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import { type AnyoneRequest, forAnyone } from '../callers/for-anyone.ts';
import { endNamedSessions } from '../callers/session.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Env } from '../env.ts';
import type { Reply } from '../http/handler.ts';
import { signOutPage } from './sign-out-page.ts';

interface Deps extends Pick<Env, 'siteOrigin' | 'issuer' | 'clientId'> {
  readonly sessions: SessionStore;
}

/**
 * Ends the session, then redirects to the provider's logout, which leads home. A navigation that
 * another site started ends nothing, and neither does a picture, a frame or a script. They get a
 * page that asks first; the link on that page is a navigation of our own. Without a session cookie the function asks nothing and clears nothing: the
 * browser may only have withheld the cookie from the other site.
 */
export async function signOut(
  request: AnyoneRequest<typeof logout>,
  deps: Deps,
): Promise<Reply<typeof logout>> {
  const { headers, sessionCookie, language } = request;
  const home = localizedPath('/', languageOfVisitor(request, deps.siteOrigin));
  const location = providerLogout(deps, home);
  if (!isNavigation(headers) || isStartedElsewhere(headers)) {
    if (sessionCookie.kind === 'absent') return { status: 302, location };
    return { status: 200, page: signOutPage(language) };
  }
  await endNamedSessions(sessionCookie, deps.sessions);
  return { status: 302, location, session: 'ended' };
}

/** The language of the page that the visitor comes from; from elsewhere, that of the browser. */
function languageOfVisitor(
  { headers: { referer }, language }: Pick<AnyoneRequest<typeof logout>, 'headers' | 'language'>,
  siteOrigin: string,
): Language {
  const from = referer && URL.canParse(referer) ? new URL(referer) : undefined;
  // The page that asks first lies under `/api/`, whose paths have no language.
  if (from?.origin === siteOrigin && !from.pathname.startsWith('/api/')) {
    return languageOfPath(from.pathname);
  }
  return language;
}

/** The provider's logout (Auth0, "Log Users Out of Auth0": `/v2/logout`). */
function providerLogout({ issuer, clientId, siteOrigin }: Deps, home: string): string {
  const address = new URL('v2/logout', issuer);
  address.searchParams.set('client_id', clientId);
  address.searchParams.set('returnTo', `${siteOrigin}${home}`);
  return address.href;
}

export const handler = forAnyone(logout, signOut, (env) => ({
  ...env,
  sessions: sessionStore(sqlClient(env)),
}));
