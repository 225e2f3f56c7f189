/**
 * The agreement of browser and server on sessions and cookies, without a schema library. The small script on
 * every page imports this file, so it stays free of imports.
 */

/**
 * A setting: the address that starts a sign-in (specification, section 9). The table of routes, the
 * pages and the server read it here. It begins with `/api/`, as only such paths reach a function.
 */
export const loginPath = '/api/auth/login';

/**
 * A setting, as the address above: where the session is fetched (specification, sections 7 and 9).
 * The edge reads it here too.
 */
export const profilePath = '/api/auth/me';

/** The address that ends a session. */
export const logoutPath = '/api/auth/logout';

/**
 * The cookie that scripts may read: it says that a session may exist and nothing about its user.
 */
export const hintCookie = { name: 'signed_in', value: '1' } as const;

/** The name of the cookie in which a visitor's own choice of a language is kept. */
export const languageCookie = 'language';

/** The channel on which the tabs of a browser report a change of the session. */
export const sessionChannel = 'session';

/**
 * The session cookie's name. With the `__Host-` prefix no other host of the domain can set it (RFC
 * 6265bis, section 4.1.3.2). The prefix needs Secure, which plain http on localhost cannot have.
 */
export function sessionCookieName(siteOrigin: string): '__Host-session' | 'session' {
  return siteOrigin.startsWith('https:') ? '__Host-session' : 'session';
}

/** The life of an access token, in seconds. */
export const accessTokenSeconds = 5 * 60;

/** The scope of an access token: to run flows. */
export const accessTokenScope = 'flows';

/** The address of the access tokens' public keys, at the site's origin. */
export const jwksPath = '/api/auth/jwks';
