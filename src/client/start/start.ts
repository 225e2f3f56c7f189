import { languageCookie, sessionChannel } from '../../contract/session.ts';
import { fetchUser } from '../api/fetch-user.ts';
import { hasHint, takeSuppliedUser } from '../auth/supplied-user.ts';
import { setCookie, storedText } from '../browser-storage.ts';
import { pageSession, type SessionState } from '../state/session-store.ts';
import { followTheme, parseTheme, themeKey, toggleTheme } from '../state/theme.ts';
import { hydrateOnIntent } from './hydrate-on-intent.ts';
import { syncSession } from './session-sync.ts';

/** Runs when a page starts: the session, and the two switches of the top bar. */
const root = document.documentElement;

const barAddress = document.querySelector<HTMLElement>('[data-bar]')?.dataset.bar ?? '';

const storedTheme = storedText(() => localStorage, themeKey, parseTheme);

declare global {
  interface Document {
    /** Whether the page is being prerendered. Source: HTML Living Standard, prerendering. */
    readonly prerendering?: boolean;
  }
}

function start(): void {
  followTheme(root, storedTheme);
  pageSession.subscribe(show);
  syncSession(pageSession, new BroadcastChannel(sessionChannel), Date.now);
  // The session is fetched at the start if no user was supplied (specification, section 4).
  void pageSession.refresh(async () => takeSuppliedUser() ?? fetchUser(globalThis.profileReply));
}

function show(session: SessionState): void {
  const shown = attributeOf(session);
  root.dataset.session = shown;
  // Others don't fetch the bar's script. The page has its address: Vite's loader would be a fifth of
  // this script. If it fails to load, the avatar's place links to the account all the same.
  if (shown === 'signed-in') import(/* @vite-ignore */ barAddress).catch(() => {});
}

/**
 * The value of `<html data-session>`. Users without a name count as signed out (specification, 4).
 * While the session is unknown, the hint decides, also after an error.
 */
function attributeOf(session: SessionState): string {
  if (session.status === 'signed-in') return session.user.name ? 'signed-in' : 'signed-out';
  if (session.status !== 'signed-out' && hasHint()) return 'expected';
  return session.status === 'loading' ? 'signed-out' : session.status;
}

/** Stores the language that was chosen. Its link gets this page's query and fragment. */
function followInLanguage(link: HTMLAnchorElement): void {
  link.search ||= location.search;
  link.hash ||= location.hash;
  setCookie(languageCookie, link.hreflang);
}

hydrateOnIntent();
// The page in the language that the browser prefers is offered until its visitor has chosen one. Nobody
// is sent there: everybody gets the page of the address (`infra/edge/first-language.ts`).
const offer = document.querySelector<HTMLDialogElement>(
  `dialog[lang^=${navigator.language.slice(0, 2)}]`,
);
if (offer) {
  offer.open = !document.cookie.includes(`${languageCookie}=`);
  offer.onclose = () => setCookie(languageCookie, root.lang);
}

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return;
  const control = event.target.closest<HTMLElement>('[data-switch]');
  if (control instanceof HTMLAnchorElement) followInLanguage(control);
  else if (control) toggleTheme(root, storedTheme);
});

// A prerendered page fetches nothing and notifies no other tab before it is shown.
if (document.prerendering) document.addEventListener('prerenderingchange', start, { once: true });
else start();
