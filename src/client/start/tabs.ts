import type { SessionSource, SessionState } from '../state/session-source.ts';

/** A tab that gets the focus asks again who is signed in when its answer is older than this. */
export const staleAfterMs = 5 * 60_000;

/** What following other tabs needs of the browser. */
export interface Tab {
  readonly channel: Pick<BroadcastChannel, 'onmessage' | 'postMessage'>;
  readonly window: Pick<Window, 'addEventListener'>;
  /** The storage of this tab alone; throws where the browser refuses it. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  /** The time, in milliseconds. */
  readonly now: () => number;
}

/**
 * Keeps the tabs of a browser of one mind. A page that finds its session other than the last page
 * of the same tab did tells the other tabs, which then ask for themselves: the message carries
 * nothing, so no tab has to believe another. The browser's back button may bring a page back as
 * it was left, with somebody on it who has signed out since: such a page forgets and asks.
 */
export function followOtherTabs(
  source: Pick<SessionSource, 'refresh' | 'restart' | 'subscribe'>,
  { channel, window, storage, now }: Tab,
): void {
  let askedAtMs = now();
  const ask = () => {
    askedAtMs = now();
    void source.refresh();
  };

  source.subscribe((session) => {
    if (noteChange(session, storage)) channel.postMessage('changed');
  });
  channel.onmessage = ask;
  window.addEventListener('focus', () => {
    if (now() - askedAtMs >= staleAfterMs) ask();
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) void source.restart();
  });
}

/** Notes in the tab's storage whether somebody was signed in; whether that was otherwise before. */
function noteChange({ status }: SessionState, storage: Tab['storage']): boolean {
  if (status !== 'signed-in' && status !== 'signed-out') return false;
  const key = 'session';
  try {
    const before = storage().getItem(key) ?? 'signed-out';
    storage().setItem(key, status);
    return before !== status;
  } catch {
    return false;
  }
}
