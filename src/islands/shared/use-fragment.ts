import { useSyncExternalStore } from 'react';

/** The address's fragment, without its sign; a change before React listens counts too. */
export function useFragment(): string {
  return useSyncExternalStore(subscribe, () => location.hash.slice(1));
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}
