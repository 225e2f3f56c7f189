import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Claims } from 'oidc-provider';
import { languages, localizedPath } from '../../src/contract/language.ts';
import { signInPath } from '../../src/contract/session.ts';
import { describeError } from './describe-error.ts';
import { originForm } from './gateway/target.ts';
import type { Page } from './html.ts';
import { avatarAt } from './identity-provider/avatar.ts';
import { errorPage } from './identity-provider/error-page.ts';
import { claimsOf, type Person, subjectOf } from './identity-provider/person.ts';
import { openIdProvider } from './identity-provider/provider.ts';
import { handleSignIn } from './identity-provider/sign-in.ts';
import { handleSignOut } from './identity-provider/sign-out.ts';
import type { SigningKey } from './identity-provider/signing-key.ts';

interface IdentityProviderDeps {
  /** The provider's own origin, without a slash at its end. */
  readonly origin: string;
  readonly siteOrigin: string;
  readonly clientId: string;
  readonly signingKey: SigningKey;
  readonly clock: () => Date;
  /** Takes what went wrong inside, for the log. */
  readonly report: (text: string) => void;
}

/** More people than a test makes; who falls out signs in again. */
const MAX_PEOPLE = 20_000;

/** A request that the stand-in answers itself, before `oidc-provider` sees it. */
type OwnAnswer =
  | { readonly status: number; readonly page: Page }
  | { readonly location: string }
  | { readonly svg: string };

/**
 * The local stand-in for a tenant of Auth0: `oidc-provider` behind Auth0's paths, a sign-in page on
 * which everybody can be anybody, Auth0's `/v2/logout` and pictures for the profiles. It never asks
 * anything outside of this machine.
 */
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
      const signOut = { provider, clientId, allowedUrls: homes };
      const result = await handleSignOut(request, response, searchParams, signOut);
      if (result.ok) return { location: result.location };
      return { status: 400, page: errorPage(result.sentence, siteOrigin) };
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
      const page = errorPage(
        'The local identity provider failed; its log has the reason.',
        siteOrigin,
      );
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
