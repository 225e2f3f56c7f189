import { type Language, languageOfPath, localizedPath } from '../../src/contract/language.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Handler, Request } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { preferredLanguage } from '../http/preferred-language.ts';
import { endNamedSessions } from '../http/session.ts';
import { signOutPage } from '../http/sign-out-page.ts';

interface Deps {
  readonly siteOrigin: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly sessions: SessionStore;
}

/**
 * Ends the session, then goes on to the provider's logout and from there home. A navigation that
 * another site started ends nothing: it gets a page that asks first, and the link on it is a
 * navigation of our own. Without a session cookie there is nothing to ask about, nor to clear:
 * the browser may have a session and only have kept its cookie back from the other site.
 */
export const logout: Handler<'logout', Deps> = async (request, deps) => {
  const { headers, sessionCookie } = request;
  const home = localizedPath('/', languageOfVisitor(headers, deps.siteOrigin));
  const location = providerLogout(deps, home);
  if (isStartedElsewhere(headers['sec-fetch-site'])) {
    if (sessionCookie.kind === 'absent') return { status: 302, location };
    return { status: 200, page: signOutPage(preferredLanguage(headers['accept-language'])) };
  }
  await endNamedSessions(sessionCookie, deps.sessions);
  return { status: 302, location, session: 'ended' };
};

/** Fetch Metadata: `none` is the address bar; old browsers, which send nothing, are believed. */
function isStartedElsewhere(fetchSite: string | undefined): boolean {
  return fetchSite === 'cross-site' || fetchSite === 'same-site';
}

/** The language of the page the visitor comes from; from elsewhere, that of the browser. */
function languageOfVisitor(headers: Request<'logout'>['headers'], siteOrigin: string): Language {
  const referer = headers.referer;
  const from = referer && URL.canParse(referer) ? new URL(referer) : undefined;
  // The page that asks first lies under `/api/`, whose paths have no language.
  if (from?.origin === siteOrigin && !from.pathname.startsWith('/api/')) {
    return languageOfPath(from.pathname);
  }
  return preferredLanguage(headers['accept-language']);
}

/** The provider's logout (Auth0, "Log Users Out of Auth0": `/v2/logout`). */
function providerLogout({ issuer, clientId, siteOrigin }: Deps, home: string): string {
  const address = new URL('v2/logout', issuer);
  address.searchParams.set('client_id', clientId);
  address.searchParams.set('returnTo', `${siteOrigin}${home}`);
  return address.href;
}

export const handler = lambda('logout', logout, (env) => ({
  siteOrigin: env.siteOrigin,
  issuer: env.issuer,
  clientId: env.clientId,
  sessions: sessionStore(database(env)),
}));
