import {
  Auth0Client,
  AuthenticationError,
  GenericError,
  type RedirectLoginResult,
} from '@auth0/auth0-spa-js';

/** Why a ceremony failed; the provider's own words are never shown. */
export type FailureReason = 'denied' | 'mismatch' | 'unreachable' | 'failed';

/** The error codes of RFC 6749 (4.1.2.1) and of the SDK that get a page state of their own. */
const reasons: ReadonlyMap<string, FailureReason> = new Map([
  ['access_denied', 'denied'],
  ['missing_transaction', 'mismatch'],
  ['state_mismatch', 'mismatch'],
  ['timeout', 'unreachable'],
]);

/** How a ceremony ended. `returnTo` is what was sent along, still unchecked. */
export type CeremonyResult =
  | {
      readonly ok: true;
      readonly idToken: string;
      readonly profile: Readonly<Record<string, unknown>>;
      readonly returnTo: unknown;
    }
  | {
      readonly ok: false;
      readonly reason: FailureReason;
      readonly returnTo: unknown;
    };

export interface Ceremony {
  /**
   * Leaves the page for the provider's sign-in; `returnTo` comes back in the result.
   * @param anew whether the provider asks for the password even of those whom it remembers
   */
  begin(returnTo: string, anew: boolean): Promise<void>;
  /** Ends the ceremony with the address that the provider sent the browser back to. */
  complete(callbackUrl: string): Promise<CeremonyResult>;
}

/**
 * The Authorization Code flow with PKCE (RFC 7636), run by Auth0's SPA SDK. The tokens stay in
 * memory and end with the page; no refresh token and no silent sign-in is ever asked for.
 *
 * @throws what the browser throws where it refuses its storage, in which the SDK keeps the ceremony
 */
export function ceremony(settings: {
  readonly domain: string;
  readonly clientId: string;
  readonly redirectUri: string;
  /** The language of the page, as a BCP 47 tag, for the provider's own pages. */
  readonly language: string;
  /** Goes to the provider. */
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
    begin: (returnTo, anew) =>
      client.loginWithRedirect({
        appState: { returnTo },
        openUrl: settings.open,
        ...(anew ? { authorizationParams: { prompt: 'login' } } : {}),
      }),
    async complete(callbackUrl) {
      try {
        const { appState } = await client.handleRedirectCallback<unknown>(callbackUrl);
        const claims = await client.getIdTokenClaims();
        const profile = await client.getUser();
        // The SDK's own traces, a cookie among them, go: the session will be the server's cookie.
        await client.logout({ openUrl: false });
        const returnTo = returnToOf(appState);
        if (!claims || !profile) return { ok: false, reason: 'failed', returnTo };
        return { ok: true, idToken: claims.__raw, profile, returnTo };
      } catch (error) {
        return { ok: false, ...failure(error) };
      }
    },
  };
}

function returnToOf(appState: RedirectLoginResult<unknown>['appState']): unknown {
  return typeof appState === 'object' && appState !== null && 'returnTo' in appState
    ? appState.returnTo
    : undefined;
}

function failure(error: unknown): { readonly reason: FailureReason; readonly returnTo: unknown } {
  const returnTo = error instanceof AuthenticationError ? returnToOf(error.appState) : undefined;
  return { reason: reasonOf(error), returnTo };
}

function reasonOf(error: unknown): FailureReason {
  // The SDK lets the browser's own network failure through: a TypeError (Fetch standard, 5.1).
  if (error instanceof TypeError) return 'unreachable';
  if (!(error instanceof GenericError)) return 'failed';
  return reasons.get(error.error) ?? 'failed';
}
