import { AUTH0_CLIENT_ID, AUTH0_DOMAIN } from 'astro:env/client';
import { saveUser } from '../../contract/auth.ts';
import { providerOrigin } from '../../contract/identity-provider.ts';
import { languageOfPath, localizedPath } from '../../contract/language.ts';
import { safeReturnTo } from '../../contract/return-to.ts';
import { loginPath } from '../../contract/session.ts';
import { isProfile, usableClaims } from '../../contract/user.ts';
import { call } from '../api/call.ts';
import { canReach } from '../api/can-reach.ts';
import { fetchUser } from '../api/fetch-user.ts';
import { ceremony } from './ceremony.ts';
import { type SignInPorts, signIn, type Trouble } from './sign-in.ts';
import { signInAnew } from './sign-in-anew.ts';
import { storedText } from './stored-text.ts';

/** Wires the sign-in page to the browser; `src/pages/signin.astro` holds the words it shows. */
export async function startSignIn(): Promise<void> {
  try {
    await signIn(ports());
  } catch (cause) {
    reportError(cause);
    const returnTo = new URL(location.href).searchParams.get('returnTo');
    show(isStorageRefusal(cause) ? 'unkept' : 'failed', localReturnTo(returnTo));
  }
}

/** Where a browser refuses to keep what sites want kept, the SDK cannot even begin. */
function isStorageRefusal(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'SecurityError';
}

function ports(): SignInPorts {
  return {
    ceremony: ceremony({
      domain: AUTH0_DOMAIN,
      clientId: AUTH0_CLIENT_ID,
      redirectUri: `${location.origin}${location.pathname}`,
      language: document.documentElement.lang,
      // Whoever goes back from the provider comes to the page before, and not here, and on again.
      open: (url) => location.replace(url),
    }),
    address: new URL(location.href),
    safeReturnTo: localReturnTo,
    fetchUser,
    saveUser: async (profile, idToken) => {
      const claims = usableClaims(profile);
      if (!isProfile(claims)) return { ok: false, reason: 'malformed' };
      return call(saveUser, { body: claims, bearer: idToken });
    },
    providerAnswers: () => canReach(`${providerOrigin(AUTH0_DOMAIN)}/.well-known/jwks.json`),
    scrubAddress: () => history.replaceState(null, '', location.pathname),
    destination: storedText('sign-in-destination', () => sessionStorage),
    anew: signInAnew,
    retries: storedText('sign-in-retries', () => sessionStorage),
    go: (path) => location.replace(path),
    show,
    reportError: (message) => {
      // biome-ignore lint/suspicious/noConsole: the specification wants these words there (section 8).
      console.error(message);
    },
  };
}

/** A path of this site; where none is given, the home page in the language of this page. */
function localReturnTo(value: unknown): string {
  const path = safeReturnTo(value, location.origin);
  return path === '/' ? localizedPath('/', languageOfPath(location.pathname)) : path;
}

/** Shows a trouble, also when the page is loaded again: nobody is sent to sign in without a press. */
function show(trouble: Trouble, returnTo: string): void {
  for (const state of document.querySelectorAll<HTMLElement>('[data-sign-in-state]')) {
    state.hidden = state.dataset.signInState !== trouble;
    if (!state.hidden) state.querySelector('h1')?.focus();
  }
  const query = `returnTo=${encodeURIComponent(returnTo)}`;
  const same = `?trouble=${trouble}&${query}`;
  history.replaceState(null, '', same);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-sign-in-again]')) {
    link.href = `${loginPath}?${query}`;
  }
  // The same trouble in the other language, where the page would else begin a ceremony by itself.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-switch="language"]')) {
    link.search = same;
  }
}
