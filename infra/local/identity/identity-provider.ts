import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Claims, Provider } from 'oidc-provider';
import { languages, localizedPath } from '../../../src/contract/language.ts';
import { signInPath } from '../../../src/contract/sign-in.ts';
import type { SigningKey } from '../data/persisted-secrets.ts';
import { describeError } from '../errors.ts';
import type { Page } from '../http/html.ts';
import { originForm } from '../http/read-request.ts';
import { avatarAt, claimsOf, type Person, subjectOf } from './person.ts';
import { openIdProvider } from './provider.ts';
import { handleSignIn } from './sign-in.ts';
import { errorPage, errorSentence } from './sign-in-page.ts';

interface IdentityProviderDeps {
  readonly origin: string;
  readonly siteOrigin: string;
  readonly clientId: string;
  readonly signingKey: SigningKey;
  readonly clock: () => Date;
  /** Logs internal failures. */
  readonly report: (text: string) => void;
}

/** Beyond it the oldest one has to sign in again. */
const MAX_PEOPLE = 20_000;

/** An answer of the stand-in itself, to a request that `oidc-provider` does not handle. */
type OwnAnswer =
  | { readonly status: number; readonly page: Page }
  | { readonly location: string }
  | { readonly svg: string };

/** The local stand-in for a tenant of Auth0: `oidc-provider` behind Auth0's paths. */
export function identityProvider(deps: IdentityProviderDeps): RequestListener {
  const { siteOrigin, clientId } = deps;
  const issuer = `${deps.origin}/`;
  const addressesOf = (path: string) =>
    languages.map((language) => `${siteOrigin}${localizedPath(path, language)}`);
  const homes = addressesOf('/');
  const people = new Map<string, Claims>();
  const remember = (person: Person) => {
    const subject = subjectOf(person.email);
    people.delete(subject);
    people.set(subject, claimsOf(person, deps.clock(), issuer));
    const [oldest] = people.keys();
    if (people.size > MAX_PEOPLE && oldest !== undefined) people.delete(oldest);
  };
  const provider = openIdProvider({
    ...deps,
    issuer,
    redirectUris: addressesOf(signInPath),
    claimsAbout: (subject) => people.get(subject),
  });
  provider.on('server_error', (_ctx, error) => deps.report(describeError(error)));
  const handleProtocol = provider.callback();

  const answerItself = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<OwnAnswer | 'sent' | 'protocol'> => {
    const address = `${deps.origin}${originForm(request.url ?? '/')}`;
    if (!URL.canParse(address)) return { status: 400, page: errorPage(malformed, siteOrigin) };
    const { pathname, searchParams } = new URL(address);
    if (pathname.startsWith('/interaction/')) {
      return (await handleSignIn(request, response, { provider, siteOrigin, remember })) ?? 'sent';
    }
    if (pathname === '/v2/logout') {
      const tenant = { provider, clientId, siteOrigin };
      return signOut(request, response, tenant, searchParams, homes);
    }
    const svg = avatarAt(pathname);
    return svg === undefined ? 'protocol' : { svg };
  };

  return async (request, response) => {
    try {
      const answer = await answerItself(request, response);
      if (answer === 'protocol') handleProtocol(request, response);
      else if (answer !== 'sent') send(response, answer);
    } catch (error) {
      deps.report(describeError(error));
      const page = errorPage(errorSentence('server_error'), siteOrigin);
      if (response.headersSent) response.destroy();
      else send(response, { status: 500, page });
    }
  };
}

function send(response: ServerResponse, answer: OwnAnswer): void {
  if ('location' in answer) {
    response.writeHead(302, { location: answer.location, 'cache-control': 'no-store' }).end();
  } else if ('svg' in answer) {
    response.writeHead(200, pictureHeaders).end(answer.svg);
  } else {
    response.writeHead(answer.status, { ...answer.page.headers }).end(answer.page.html);
  }
}

const malformed = 'The address of the request is malformed; start again from the site.';

const pictureHeaders = {
  'cache-control': 'public, max-age=86400',
  'content-security-policy': "default-src 'none'",
  'content-type': 'image/svg+xml; charset=utf-8',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Ends the provider's session as Auth0's `/v2/logout` does. A refused request ends nothing.
 * Source: "Log Users Out of Auth0" and "Redirect Users after Logout" in the Auth0 documentation.
 * @param allowedUrls the "Allowed Logout URLs"; without `returnTo`, the first one is used
 */
async function signOut(
  request: IncomingMessage,
  response: ServerResponse,
  tenant: Pick<IdentityProviderDeps, 'clientId' | 'siteOrigin'> & { readonly provider: Provider },
  query: URLSearchParams,
  allowedUrls: readonly string[],
): Promise<OwnAnswer> {
  const { provider, clientId, siteOrigin } = tenant;
  const page = (code: string) => errorPage(errorSentence(code), siteOrigin);
  if (query.get('client_id') !== clientId) return { status: 400, page: page('invalid_client') };
  const location = query.get('returnTo') ?? allowedUrls[0];
  if (location === undefined || !allowedUrls.includes(location)) {
    return { status: 400, page: page('invalid_return_to') };
  }
  const ctx = provider.createContext(request, response);
  const session = await provider.Session.get(ctx);
  await session.destroy();
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax' };
  ctx.cookies.set(provider.cookieName('session'), null, attributes);
  return { location };
}
