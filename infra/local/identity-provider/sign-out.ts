import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';

interface SignOutDeps {
  readonly provider: Provider;
  readonly clientId: string;
  /** The "Allowed Logout URLs" of the application; without `returnTo`, the first one is taken. */
  readonly allowedUrls: readonly string[];
}

type SignOutResult =
  | { readonly ok: true; readonly location: string }
  | { readonly ok: false; readonly sentence: string };

/**
 * Ends the provider's session as Auth0's `/v2/logout` does; a request that it refuses ends nothing.
 * Source: "Log Users Out of Auth0" and "Redirect Users after Logout" in the Auth0 documentation.
 */
export async function handleSignOut(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  { provider, clientId, allowedUrls }: SignOutDeps,
): Promise<SignOutResult> {
  if (query.get('client_id') !== clientId) {
    return refuse('No application is registered under this client id; check AUTH0_CLIENT_ID.');
  }
  const location = query.get('returnTo') ?? allowedUrls[0];
  if (location === undefined || !allowedUrls.includes(location)) {
    return refuse('The address to return to is not registered for sign-out; check SITE_ORIGIN.');
  }
  const ctx = provider.createContext(request, response);
  const session = await provider.Session.get(ctx);
  await session.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
  });
  return { ok: true, location };
}

function refuse(sentence: string): SignOutResult {
  return { ok: false, sentence };
}
