import { type ReactNode, useEffect } from 'react';
import { keepFor } from '../../client/state/former-user.ts';
import { loginPath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';
import { useSession } from './use-session.ts';

/**
 * Shows a page to a signed-in user (specification, section 2), the error's placeholder when the
 * session cannot be fetched, and nothing while it loads. It sends all others to sign in, with this
 * page's path, query and fragment as `returnTo`.
 */
export function Guard({
  children,
  onError = null,
}: {
  readonly children: (user: User) => ReactNode;
  readonly onError?: ReactNode;
}) {
  const session = useSession();
  const isSignedOut = session.status === 'signed-out';
  const sub = session.status === 'signed-in' ? session.user.sub : undefined;

  // Also for a user without a name, who has no menu.
  useEffect(() => {
    if (sub !== undefined) keepFor(sub);
  }, [sub]);

  useEffect(() => {
    if (!isSignedOut) return;
    const { pathname, search, hash } = location;
    const returnTo = encodeURIComponent(`${pathname}${search}${hash}`);
    location.replace(`${loginPath}?returnTo=${returnTo}`);
  }, [isSignedOut]);

  if (session.status === 'error') return onError;
  return session.status === 'signed-in' ? children(session.user) : null;
}
