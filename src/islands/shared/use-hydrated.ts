import { useSyncExternalStore } from 'react';

/**
 * False while React takes over HTML that was rendered at build time, true from then on. What a
 * component shows of the session waits for it, so that its first rendering matches the HTML,
 * whichever island came first.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

const subscribeToNothing = () => () => undefined;
