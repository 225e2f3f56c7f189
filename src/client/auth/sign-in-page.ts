import { AUTH0_CLIENT_ID, AUTH0_DOMAIN } from 'astro:env/client';
import { saveUser } from '../../contract/auth.ts';
import { wasStartedElsewhere } from '../../contract/fetch-metadata.ts';
import { providerOrigin } from '../../contract/identity-provider.ts';
import { languageOfPath, localizedPath } from '../../contract/language.ts';
import { safeReturnTo } from '../../contract/return-to.ts';
import { loginPath } from '../../contract/session.ts';
import { isProfile, usableClaims } from '../../contract/user.ts';
import { canReach, readJson } from '../api/call-result.ts';
import { fetchUser } from '../api/fetch-user.ts';
import { send } from '../api/send.ts';
import { storedText } from '../browser-storage.ts';
import { ceremony } from './ceremony.ts';
import { reauthentication } from './reauthentication.ts';
import { type SignInError, type SignInPorts, signIn, supplyUser } from './sign-in.ts';

/** Connects the sign-in page to the browser. `src/pages/[...language]/signin.astro` has the texts it shows. */
export async function startSignIn(): Promise<void> {
  try {
    await signIn(ports());
  } catch (cause) {
    reportError(cause);
    const returnTo = new URL(location.href).searchParams.get('returnTo');
    show(isStorageRefusal(cause) ? 'storageBlocked' : 'failed', localReturnTo(returnTo));
  }
}

/** A browser that blocks storage, or whose storage is full: the SDK cannot even begin. */
function isStorageRefusal(cause: unknown): boolean {
  return cause instanceof DOMException && /^(?:Security|QuotaExceeded)Error$/.test(cause.name);
}

function ports(): SignInPorts {
  return {
    ceremony: ceremony({
      domain: AUTH0_DOMAIN,
      clientId: AUTH0_CLIENT_ID,
      redirectUri: `${location.origin}${location.pathname}`,
      language: document.documentElement.lang,
      // Replaces this page in the history: «back» at the provider would begin a sign-in again here.
      open: (url) => location.replace(url),
    }),
    address: new URL(location.href),
    isFromElsewhere: wasStartedElsewhere(performance.getEntriesByType('navigation')),
    safeReturnTo: localReturnTo,
    fetchUser,
    saveUser: async (profile, idToken) => {
      const claims = usableClaims(profile);
      if (!isProfile(claims)) return { ok: false, kind: 'malformed' };
      const sent = { body: claims, bearer: idToken };
      const answer = await send(saveUser, 'application/json', sent);
      return answer.ok ? readJson(answer.value) : answer;
    },
    supplyUser,
    canReachProvider: () => canReach(`${providerOrigin(AUTH0_DOMAIN)}/.well-known/jwks.json`),
    scrubAddress: () => history.replaceState(null, '', location.pathname),
    returnTo: storedText(() => sessionStorage, 'sign-in-destination', String),
    reauthentication,
    retries: storedText(() => sessionStorage, 'sign-in-retries', Number),
    go: (path) => location.replace(path),
    show,
    reportError: (message) => {
      // biome-ignore lint/suspicious/noConsole: the specification wants this message there (section 8).
      console.error(message);
    },
  };
}

/** A path of this site; without a valid one, the home page in the language of this page. */
function localReturnTo(value: unknown): string {
  const path = safeReturnTo(value, location.origin);
  return path === '/' ? localizedPath('/', languageOfPath(location.pathname)) : path;
}

/** Shows an error, and puts it in the address: a reload shows it again and begins no sign-in. */
function show(error: SignInError, returnTo: string): void {
  for (const state of document.querySelectorAll<HTMLElement>('[data-sign-in-state]')) {
    state.hidden = state.dataset.signInState !== error;
    if (!state.hidden) state.querySelector('h1')?.focus();
  }
  const query = `returnTo=${encodeURIComponent(returnTo)}`;
  const search = `?show=${error}&${query}`;
  history.replaceState(null, '', search);
  // The bar leads to where the sign-in was to lead, too.
  const links = '[data-sign-in-again], .try-for-free';
  for (const link of document.querySelectorAll<HTMLAnchorElement>(links)) {
    link.href = `${loginPath}?${query}`;
  }
  // The page in the other language shows the same error, where it would otherwise begin a sign-in.
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-switch="language"]')) {
    link.search = search;
  }
}
