import { useAtomValue } from 'jotai/react';
import { useSyncExternalStore } from 'react';
import { sessionAtom } from '../../client/state/atoms.ts';
import type { SessionState } from '../../client/state/session-store.ts';

/**
 * The session. It is loading while React hydrates the HTML that the build rendered. So the first
 * rendering matches that HTML, even if another island has fetched the session before.
 */
export function useSession(): SessionState {
  const session = useAtomValue(sessionAtom);
  const isHydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
  return isHydrated ? session : loading;
}

const loading: SessionState = { status: 'loading' };

const subscribeToNothing = () => () => undefined;
