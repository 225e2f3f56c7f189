import { type ReactNode, useEffect } from 'react';
import { keepFor } from '../../client/state/former-user.ts';
import { wasStartedElsewhere } from '../../contract/fetch-metadata.ts';
import { languageOfPath, localizedPath } from '../../contract/language.ts';
import { askingState, loginPath, signInPath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';
import { useSession } from './use-session.ts';

/**
 * Shows a page to a signed-in user (specification, section 2), the error's placeholder when the
 * session cannot be fetched, and nothing while it loads. It sends all others to sign in, with this
 * page's path, query and fragment as `returnTo`. If another site led the visitor here, the sign-in
 * page asks first: the provider may know them and answer without a press.
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
    const returnTo = `returnTo=${encodeURIComponent(`${pathname}${search}${hash}`)}`;
    const page = localizedPath(signInPath, languageOfPath(pathname));
    const isForeign = wasStartedElsewhere(performance.getEntriesByType('navigation'));
    const address = isForeign ? `${page}?trouble=${askingState}&` : `${loginPath}?`;
    location.replace(`${address}${returnTo}`);
  }, [isSignedOut]);

  if (session.status === 'error') return onError;
  return session.status === 'signed-in' ? children(session.user) : null;
}
