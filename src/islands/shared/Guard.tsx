import { useAtomValue } from 'jotai/react';
import { type ReactNode, useEffect } from 'react';
import { sessionAtom } from '../../client/state/session.ts';
import { loginPath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';
import { useHydrated } from './use-hydrated.ts';

/**
 * Shows a page to whoever is signed in (specification, section 2): nothing while the session
 * loads, a redirect to sign-in with the way back when there is no user, the error's placeholder
 * (empty by default) when the session cannot be fetched. The way back has the part of the page too
 * that the address names.
 */
export function Guard({
  children,
  onError = null,
}: {
  readonly children: (user: User) => ReactNode;
  readonly onError?: ReactNode;
}) {
  const session = useAtomValue(sessionAtom);
  const hydrated = useHydrated();
  const signedOut = session.status === 'signed-out';

  useEffect(() => {
    if (!signedOut) return;
    const { pathname, search, hash } = location;
    const returnTo = encodeURIComponent(`${pathname}${search}${hash}`);
    location.replace(`${loginPath}?returnTo=${returnTo}`);
  }, [signedOut]);

  if (!hydrated) return null;
  if (session.status === 'error') return onError;
  return session.status === 'signed-in' ? children(session.user) : null;
}
