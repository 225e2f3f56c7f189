import { pageSession } from '../state/page-session.ts';
import type { Session } from '../state/session-source.ts';
import { toggleTheme } from '../state/theme.ts';
import { rememberLanguage } from './language-choice.ts';
import { sessionEvent } from './session-event.ts';
import { followOtherTabs } from './tabs.ts';

/** All that runs at the start of a page: the session, and the two switches of the top bar. */
const root = document.documentElement;

function show(session: Session): void {
  root.dataset.session = session.status;
  document.dispatchEvent(new Event(sessionEvent));
}

document.addEventListener('click', (event) => {
  if (!(event.target instanceof Element)) return;
  if (event.target.closest('[data-theme-toggle]')) toggleTheme(root, () => localStorage);
  rememberLanguage(event.target.closest('a[hreflang]')?.getAttribute('hreflang'));
});

pageSession.subscribe(show);
followOtherTabs(pageSession, {
  channel: new BroadcastChannel('session'),
  now: () => Date.now(),
});
void pageSession.refresh();
