import { hintCookie, sessionChannel } from '../../contract/session.ts';
import { pageSession } from '../state/page-session.ts';
import type { SessionState } from '../state/session-source.ts';
import { followTheme, toggleTheme } from '../state/theme.ts';
import { followInLanguage } from './language-choice.ts';
import { sessionEvent } from './session-event.ts';
import { followOtherTabs } from './tabs.ts';

/** All that runs at the start of a page: the session, and the two switches of the top bar. */
const root = document.documentElement;

function show(session: SessionState): void {
  root.dataset.session = lookOf(session);
  document.dispatchEvent(new Event(sessionEvent));
}

/** What the frame shows: whoever has no name counts as signed out there (specification, 4). */
function lookOf(session: SessionState): string {
  if (session.status === 'signed-in') return session.user.name ? 'signed-in' : 'signed-out';
  if (session.status !== 'loading') return session.status;
  return document.cookie.includes(`${hintCookie.name}=`) ? 'expected' : 'signed-out';
}

function start(): void {
  followTheme(root, window, () => localStorage);
  pageSession.subscribe(show);
  followOtherTabs(pageSession, {
    channel: new BroadcastChannel(sessionChannel),
    window,
    storage: () => sessionStorage,
    now: () => Date.now(),
  });
  void pageSession.refresh();
}

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return;
  const pressed = event.target.closest<HTMLElement>('[data-switch]');
  if (pressed instanceof HTMLAnchorElement) followInLanguage(pressed);
  else if (pressed) toggleTheme(root, () => localStorage);
});

// A page that is rendered ahead of its reader asks for nothing and tells nobody before it is shown.
if (document.prerendering) document.addEventListener('prerenderingchange', start, { once: true });
else start();
