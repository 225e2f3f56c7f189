/**
 * What browser and server must agree on about sessions without any schema library:
 * the small script on every page imports this file, so it stays free of imports.
 */

/** Where sign-in starts (specification, section 9). */
export const loginPath = '/api/auth/login';

/** Where a session ends. */
export const logoutPath = '/api/auth/logout';

/** Where the session is fetched (specification, section 9). */
export const profilePath = '/api/auth/me';

/** The static page that runs the sign-in ceremony, without its language prefix. */
export const signInPath = '/signin/';

/** The cookie that scripts may read: it says that a session may exist and nothing about whose. */
export const hintCookie = { name: 'signed_in', value: '1' } as const;

/** The name of the channel on which the tabs of a browser tell one another that they changed it. */
export const sessionChannel = 'session';

/**
 * The header that `/signin/` sends with the user-save call. A form of another origin cannot set
 * it, and a script of another origin cannot without a preflight, which is never granted.
 */
export const requestedWithHeader = { name: 'x-requested-with', value: 'fetch' } as const;

/**
 * The session cookie's name. The `__Host-` prefix lets no other host of the domain set it
 * (RFC 6265bis, section 4.1.3.2), but needs Secure, which plain http on localhost cannot have.
 */
export function sessionCookieName(siteOrigin: string): '__Host-session' | 'session' {
  return siteOrigin.startsWith('https:') ? '__Host-session' : 'session';
}

/** How long an access token is good, in seconds. */
export const accessTokenSeconds = 5 * 60;

/** What an access token allows: to run flows. */
export const accessTokenScope = 'flows';

/** Where the public keys of the access tokens are, at the site's origin. */
export const jwksPath = '/api/auth/jwks';
