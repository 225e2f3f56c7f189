import { Auth0Client, GenericError } from '@auth0/auth0-spa-js';

/** Why a sign-in failed. The provider's own messages are never shown. */
export type FailureKind = 'denied' | 'mismatch' | 'unreachable' | 'failed';

/** The error codes of RFC 6749 (4.1.2.1) and of the SDK that have a page state of their own. */
const kinds: ReadonlyMap<string, FailureKind> = new Map([
  ['access_denied', 'denied'],
  ['missing_transaction', 'mismatch'],
  ['state_mismatch', 'mismatch'],
  ['request_error', 'unreachable'],
  ['too_many_requests', 'unreachable'],
]);

/** The result of an authorization request. */
export type CeremonyResult =
  | {
      readonly ok: true;
      readonly idToken: string;
      readonly profile: Readonly<Record<string, unknown>>;
    }
  | { readonly ok: false; readonly kind: FailureKind };

export interface Ceremony {
  /**
   * Leaves the page for the provider's sign-in page.
   * @param reauthenticate whether the provider asks for the password even if it remembers the user
   */
  begin(reauthenticate: boolean): Promise<void>;
  /** Exchanges the code in the address that the provider redirected the browser to. */
  complete(callbackUrl: string): Promise<CeremonyResult>;
}

/**
 * The Authorization Code flow with PKCE (RFC 7636), run by Auth0's SPA SDK. The tokens stay in
 * memory and end with the page. It never requests a refresh token or a silent sign-in.
 * @throws the browser's own error when storage is blocked, because the SDK stores its state there
 */
export function ceremony(settings: {
  readonly domain: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The language of the page, as a BCP 47 tag, for the provider's pages. */
  readonly language: string;
  /** Navigates to the provider. */
  readonly open: (url: string) => void;
}): Ceremony {
  const client = new Auth0Client({
    domain: settings.domain,
    clientId: settings.clientId,
    cacheLocation: 'memory',
    legacySameSiteCookie: false,
    authorizationParams: {
      redirect_uri: settings.redirectUri,
      scope: 'openid profile email',
      ui_locales: settings.language,
    },
  });

  return {
    begin: (reauthenticate) =>
      client.loginWithRedirect({
        openUrl: settings.open,
        ...(reauthenticate ? { authorizationParams: { prompt: 'login' } } : {}),
      }),
    async complete(callbackUrl) {
      try {
        await client.handleRedirectCallback(callbackUrl);
        const claims = await client.getIdTokenClaims();
        const profile = await client.getUser();
        // Removes what the SDK has stored, a cookie among it: the server's cookie is the session.
        await client.logout({ openUrl: false });
        if (!claims || !profile) return { ok: false, kind: 'failed' };
        return { ok: true, idToken: claims.__raw, profile };
      } catch (error) {
        return { ok: false, kind: kindOf(error) };
      }
    },
  };
}

function kindOf(error: unknown): FailureKind {
  if (error instanceof GenericError) return kinds.get(error.error) ?? 'failed';
  // The browser's errors: no answer (Fetch standard, 5.1), or one that is no JSON. The SDK's own: too late.
  if (error instanceof TypeError || error instanceof SyntaxError) return 'unreachable';
  return String(error).startsWith('Error: Timeout') ? 'unreachable' : 'failed';
}
