import { useAtomValue } from 'jotai/react';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { sessionAtom } from '../../state/session.ts';

const AvatarMenu = lazy(() => import('./AvatarMenu.tsx'));

export interface AvatarLabels {
  readonly openSettings: string;
  /** With the placeholder `{number}`. */
  readonly credits: string;
  readonly account: string;
  readonly logout: string;
}

/**
 * 'Try for Free' for visitors, the avatar menu for whoever has a name. As rendered at build time it
 * holds both the button and the avatar's placeholder, and `<html data-session>` shows one of them.
 */
export function AccountCorner({
  loginHref,
  accountPath,
  tryForFree,
  labels,
}: {
  readonly loginHref: string;
  readonly accountPath: string;
  readonly tryForFree: string;
  readonly labels: AvatarLabels;
}) {
  const session = useAtomValue(sessionAtom);
  const hydrated = useHydrated();
  const placeholder = <span className="avatar-placeholder" />;

  if (hydrated && session.status === 'signed-in' && session.user.name) {
    return (
      <Suspense fallback={placeholder}>
        <AvatarMenu user={session.user} accountPath={accountPath} labels={labels} />
      </Suspense>
    );
  }
  const settled = hydrated && session.status !== 'loading';
  return (
    <>
      <a href={loginHref} className={settled ? 'try-for-free' : 'try-for-free for-visitors'}>
        {tryForFree}
      </a>
      {settled ? null : placeholder}
    </>
  );
}

/** False while React takes over the rendered HTML, so that its first rendering matches it. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

const subscribeToNothing = () => () => undefined;
