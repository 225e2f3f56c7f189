import { type ReactNode, useEffect, useState } from 'react';
import { keepFor } from '../../client/state/former-user.ts';
import { pageSession } from '../../client/state/session-store.ts';
import { loginPath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';
import { RetryAlert } from './buttons.tsx';
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

/** Says on our own pages that the session cannot be fetched, with a button that tries again. */
export function SessionFailed({
  labels,
  className,
}: {
  readonly labels: {
    readonly title: string;
    readonly sessionFailed: string;
    readonly retry: string;
  };
  readonly className: string;
}) {
  const [isBusy, setBusy] = useState(false);
  const refetch = async () => {
    setBusy(true);
    await pageSession.refresh();
    setBusy(false);
  };
  return (
    <div className={className}>
      <h1>{labels.title}</h1>
      <RetryAlert
        query={{ isBusy, refetch: () => void refetch() }}
        labels={labels}
        message={labels.sessionFailed}
        className="mt-4"
      />
    </div>
  );
}
