import { useAtomValue } from 'jotai/react';
import { Fragment, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { sessionAtom } from '../../client/state/atoms.ts';
import { keepFor } from '../../client/state/former-user.ts';
import { pageSession, type SessionState } from '../../client/state/session-store.ts';
import { wasStartedElsewhere } from '../../contract/fetch-metadata.ts';
import { languageOfPath, localizedPath } from '../../contract/language.ts';
import { loginPath } from '../../contract/session.ts';
import { askingState, signInPath } from '../../contract/sign-in.ts';
import type { User } from '../../contract/user.ts';
import { RetryAlert } from './buttons.tsx';

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
    const address = isForeign ? `${page}?show=${askingState}&` : `${loginPath}?`;
    location.replace(`${address}${returnTo}`);
  }, [isSignedOut]);

  if (session.status === 'error') return onError;
  if (session.status !== 'signed-in') return null;
  // Another user's page begins anew: nothing that this one has fetched, typed or made stays in it.
  return <Fragment key={sub}>{children(session.user)}</Fragment>;
}

/** The session, loading while React hydrates: so the first rendering matches the built HTML. */
function useSession(): SessionState {
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
