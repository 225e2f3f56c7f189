import { AUTH0_CLIENT_ID, AUTH0_DOMAIN } from 'astro:env/client';
import { call } from '../api/call.ts';
import { fetchUser } from '../api/fetch-user.ts';
import { isReachable } from '../api/reachable.ts';
import { providerOrigin } from '../contract/identity-provider.ts';
import { languageOfPath, localizedPath } from '../contract/language.ts';
import { safeReturnTo } from '../contract/return-to.ts';
import { loginPath } from '../contract/session.ts';
import { usableClaims } from '../contract/user.ts';
import { ceremony } from './ceremony.ts';
import { type SignInPorts, signIn, type Trouble } from './sign-in.ts';

/** Wires the sign-in page to the browser; `src/pages/signin.astro` holds the words it shows. */
export function startSignIn(): Promise<void> {
  return signIn({
    ceremony: ceremony({
      domain: AUTH0_DOMAIN,
      clientId: AUTH0_CLIENT_ID,
      redirectUri: `${location.origin}${location.pathname}`,
      language: document.documentElement.lang,
    }),
    address: new URL(location.href),
    safeReturnTo: localReturnTo,
    fetchUser,
    saveUser: (profile, idToken) =>
      call('saveUser', { body: usableClaims(profile), bearer: idToken }),
    providerAnswers: () => isReachable(`${providerOrigin(AUTH0_DOMAIN)}/.well-known/jwks.json`),
    scrubAddress: () => history.replaceState(null, '', location.pathname),
    retries: tabRetries,
    go: (path) => location.replace(path),
    show,
    reportError: (message) => {
      // biome-ignore lint/suspicious/noConsole: the specification wants these words there (section 8).
      console.error(message);
    },
  }).catch(() => show('failed', localReturnTo(undefined)));
}

/** A path of this site; where none is given, the home page in the language of this page. */
function localReturnTo(value: unknown): string {
  const path = safeReturnTo(value, location.origin);
  return path === '/' ? localizedPath('/', languageOfPath(location.pathname)) : path;
}

const retriesKey = 'sign-in-retries';

const tabRetries: SignInPorts['retries'] = {
  count() {
    try {
      return Number(sessionStorage.getItem(retriesKey) ?? 0);
    } catch {
      return undefined;
    }
  },
  set(count) {
    try {
      sessionStorage.setItem(retriesKey, String(count));
    } catch {
      // Without storage nothing is retried automatically, so there is nothing to count.
    }
  },
};

function show(trouble: Trouble, returnTo: string): void {
  for (const state of document.querySelectorAll<HTMLElement>('[data-sign-in-state]')) {
    state.hidden = state.dataset.signInState !== trouble;
    if (!state.hidden) state.querySelector('h1')?.focus();
  }
  const query = `returnTo=${encodeURIComponent(returnTo)}`;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-sign-in-again]')) {
    link.href = `${loginPath}?${query}`;
  }
  // The same trouble in the other language, where the page would else begin a ceremony by itself.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) {
    link.search = `?trouble=${trouble}&${query}`;
  }
}
