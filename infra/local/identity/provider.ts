import { type Claims, type Grant, type KoaContext, Provider } from 'oidc-provider';
import type { SigningKey } from '../data/persisted-secrets.ts';
import { memoryAdapter } from './memory-adapter.ts';
import { claimsOfScopes } from './person.ts';
import { errorPage, errorSentence } from './sign-in-page.ts';

interface ProviderDeps {
  /** The provider's address with a final slash, as in Auth0's issuers. */
  readonly issuer: string;
  readonly clientId: string;
  readonly siteOrigin: string;
  readonly redirectUris: readonly string[];
  readonly signingKey: SigningKey;
  readonly clock: () => Date;
  /** The claims about a subject; `undefined` when nobody has signed in as it since the start. */
  readonly claimsAbout: (subject: string) => Claims | undefined;
}

/** Lifetimes in seconds, the defaults of Auth0. */
const lifetimes = {
  AccessToken: 24 * 3_600,
  AuthorizationCode: 60,
  Grant: 3 * 24 * 3_600,
  IdToken: 10 * 3_600,
  Interaction: 3_600,
  Session: 3 * 24 * 3_600,
} as const;

/** Auth0's paths ("Authentication API" in its documentation). */
const paths = {
  authorization: '/authorize',
  token: '/oauth/token',
  userinfo: '/userinfo',
  jwks: '/.well-known/jwks.json',
  end_session: '/oidc/logout',
} as const;

/** An OpenID provider that the Auth0 SPA SDK can't tell from a tenant of Auth0. */
export function openIdProvider(deps: ProviderDeps): Provider {
  return new Provider(deps.issuer, {
    adapter: memoryAdapter(deps.clock),
    clients: [publicClient(deps)],
    jwks: { keys: [deps.signingKey] },
    routes: paths,
    ttl: lifetimes,
    scopes: ['openid'],
    claims: claimsOfScopes,
    // Auth0 puts the scopes' claims into the ID token; by OpenID Connect Core 1.0, section 5.4,
    // clients would have to fetch them.
    conformIdTokenClaims: false,
    clientBasedCORS: (_ctx: KoaContext, origin: string) => origin === deps.siteOrigin,
    extraParams: ['audience', 'auth0Client'],
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    interactions: {
      url: (_ctx: KoaContext, { uid }: { readonly uid: string }) => `/interaction/${uid}`,
    },
    cookies: { names: cookieNames },
    findAccount: (_ctx: KoaContext, subject: string) => {
      const claims = deps.claimsAbout(subject);
      return claims && { accountId: subject, claims: () => claims };
    },
    loadExistingGrant: grantRequestedScope,
    renderError: (ctx: KoaContext, out: { readonly error: string }, error: Error) => {
      const page = errorPage(errorSentence(error.name, out.error), deps.siteOrigin);
      for (const [name, value] of Object.entries(page.headers)) ctx.set(name, value);
      ctx.body = page.html;
    },
  });
}

/** Cookies ignore ports, so these names must differ from the names of the site's cookies. */
const cookieNames = {
  session: 'provider_session',
  interaction: 'provider_interaction',
  resume: 'provider_resume',
} as const;

function publicClient({ clientId, redirectUris }: ProviderDeps): object {
  return {
    client_id: clientId,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    response_types: ['code'],
    redirect_uris: redirectUris,
  };
}

/** Auth0 asks for no consent to an application of its own tenant, so no consent page appears. */
async function grantRequestedScope({ oidc }: KoaContext): Promise<Grant | undefined> {
  const { client, params, provider, session } = oidc;
  const known = session.grantIdFor(client.clientId);
  const existing = known === undefined ? undefined : await provider.Grant.find(known);
  const owner = { accountId: session.accountId, clientId: client.clientId };
  const grant = existing ?? new provider.Grant(owner);
  grant.addOIDCScope(params.scope);
  await grant.save();
  return grant;
}
