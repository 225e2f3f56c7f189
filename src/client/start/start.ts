import { isLanguage, languageCookie } from '../../contract/language.ts';
import { hintCookie, sessionChannel } from '../../contract/session.ts';
import { storedText } from '../browser-storage.ts';
import { pageSession, type SessionState } from '../state/session-store.ts';
import { followTheme, parseTheme, themeKey, toggleTheme } from '../state/theme.ts';
import { sessionEvent } from './hydrate-on-intent.ts';
import { syncSession } from './session-sync.ts';

/** Runs when a page starts: the session, and the two switches of the top bar. */
const root = document.documentElement;

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
  void pageSession.refresh();
}

function show(session: SessionState): void {
  root.dataset.session = attributeOf(session);
  document.dispatchEvent(new Event(sessionEvent));
}

/** The value of `<html data-session>`: users without a name count as signed out (specification, 4). */
function attributeOf(session: SessionState): string {
  if (session.status === 'signed-in') return session.user.name ? 'signed-in' : 'signed-out';
  if (session.status !== 'loading') return session.status;
  return document.cookie.includes(`${hintCookie.name}=`) ? 'expected' : 'signed-out';
}

/**
 * Stores the language that the visitor chose in the cookie `languageCookie`. The link to the page in
 * that language gets this page's query and fragment. The cookie lasts for a year, in seconds.
 */
function followInLanguage(link: HTMLAnchorElement): void {
  if (!isLanguage(link.hreflang)) return;
  link.search ||= location.search;
  link.hash ||= location.hash;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${languageCookie}=${link.hreflang}; Path=/; Max-Age=31536000; SameSite=Lax`;
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
