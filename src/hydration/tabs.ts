import type { Session, SessionSource } from '../state/session-source.ts';

/** A tab that gets the focus asks again who is signed in when its answer is older than this. */
export const staleAfterMs = 5 * 60_000;

/**
 * Keeps the tabs of a browser of one mind. A page that finds its session other than the last page
 * of the same tab did tells the other tabs, which then ask for themselves: the message carries
 * nothing, so no tab has to believe another. The browser's back button may bring a page back as
 * it was left, with somebody on it who has signed out since: such a page forgets and asks.
 */
export function followOtherTabs(
  source: SessionSource,
  { channel, now }: { readonly channel: BroadcastChannel; readonly now: () => number },
): void {
  let askedAtMs = now();
  const ask = () => {
    askedAtMs = now();
    void source.refresh();
  };

  source.subscribe((session) => {
    if (noteChange(session)) channel.postMessage('changed');
  });
  channel.onmessage = ask;
  addEventListener('focus', () => {
    if (now() - askedAtMs >= staleAfterMs) ask();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) void source.restart();
  });
}

/** Notes in the tab's storage whether somebody was signed in; whether that was otherwise before. */
function noteChange({ status }: Session): boolean {
  if (status !== 'signed-in' && status !== 'signed-out') return false;
  const key = 'session';
  try {
    const before = sessionStorage.getItem(key) ?? 'signed-out';
    sessionStorage.setItem(key, status);
    return before !== status;
  } catch {
    return false;
  }
}
