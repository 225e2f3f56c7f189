import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { localClientId } from '../../../infra/local/addresses.ts';
import { type FormBrowser, startBrowser } from '../local/browser.ts';
import { postUser, sessionOf } from './post-user.ts';

/** Where the site and the provider of a running product answer. */
interface Product {
  readonly origin: string;
  readonly providerOrigin: string;
}

/**
 * Signs a user in at the running product, like the sign-in page in a browser.
 *
 * @returns the session cookie, as a `Cookie` header has it
 */
export async function signInOverHttp(product: Product, email: string): Promise<string> {
  const idToken = await idTokenOverHttp(product, { email });
  const saved = await postUser(product, claimsOf(idToken), { authorization: `Bearer ${idToken}` });
  const session = sessionOf(saved);
  if (session === undefined) throw new Error(`nobody was signed in: ${await saved.text()}`);
  return `session=${session}`;
}

/** The claims of an ID token, as JSON. */
export function claimsOf(idToken: string): string {
  return Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString();
}

/**
 * Fetches an ID token from the local provider by the authorization code flow.
 *
 * @param browser keeps the provider's cookies; without it nobody does
 */
export async function idTokenOverHttp(
  { origin, providerOrigin }: Product,
  { email, verified = true }: { readonly email: string; readonly verified?: boolean },
  browser: FormBrowser = startBrowser(),
): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${origin}/signin/`;
  const query = new URLSearchParams({
    client_id: localClientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid profile email',
    state: 'state',
    // Makes every token another one: each starts one session only.
    nonce: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const form = await browser.follow(`${providerOrigin}/authorize?${query}`, origin);
  const person = new URLSearchParams({ email, name: 'Ann Miller' });
  if (verified) person.set('email_verified', 'true');
  const back = await browser.follow(form.url, origin, person);
  const answer = await fetch(`${providerOrigin}/oauth/token`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: localClientId,
      redirect_uri: redirectUri,
      code: back.url.searchParams.get('code') ?? '',
      code_verifier: verifier,
    }),
  });
  return z.object({ id_token: z.string() }).parse(await answer.json()).id_token;
}
