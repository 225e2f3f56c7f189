import { storedText } from '../browser-storage.ts';
import type { SessionState, SessionStore } from '../state/session-store.ts';

/** When a tab gets the focus, it fetches the session again if its last request is older than this. */
export const staleAfterMs = 5 * 60_000;

/**
 * Keeps the session the same in all tabs of a browser. Each page compares its session with the
 * session of the tab's last page. After a change it notifies the other tabs, which fetch the session
 * again. The message has no content, so no tab has to trust another. A page from the back/forward
 * cache may show a user who has signed out since: it restarts its session.
 * @param now the time, in milliseconds
 */
export function syncSession(
  session: Pick<SessionStore, 'refresh' | 'restart' | 'subscribe'>,
  channel: Pick<BroadcastChannel, 'onmessage' | 'postMessage'>,
  now: () => number,
): void {
  let fetchedAtMs = now();
  const refresh = () => {
    fetchedAtMs = now();
    void session.refresh();
  };

  session.subscribe((state) => {
    if (storeWho(state)) channel.postMessage('changed');
  });
  channel.onmessage = refresh;
  addEventListener('focus', () => {
    if (now() - fetchedAtMs >= staleAfterMs) refresh();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) void session.restart();
  });
}

const storedWho = storedText(
  () => sessionStorage,
  'session',
  (text) => text || 'signed-out',
);

/** Stores who is signed in, if that has changed since the tab's last page; returns whether it has. */
function storeWho(session: SessionState): boolean {
  const who = session.status === 'signed-in' ? session.user.sub : session.status;
  const isKnown = who !== 'loading' && who !== 'error';
  return isKnown && storedWho.read() !== who && storedWho.write(who);
}
