import { useAtomValue } from 'jotai/react';
import { lazy, Suspense } from 'react';
import { sessionAtom } from '../../client/state/session.ts';
import { Fallback } from '../shared/Fallback.tsx';
import { useHydrated } from '../shared/use-hydrated.ts';

const AvatarMenu = lazy(() => import('./AvatarMenu.tsx'));

export interface AvatarLabels {
  readonly openSettings: string;
  /** With the placeholder `{number}`. */
  readonly credits: string;
  readonly account: string;
  readonly flows: string;
  readonly logout: string;
}

/**
 * 'Try for Free' for visitors, the avatar menu for whoever has a name. As rendered at build time it
 * holds both the button and the avatar's placeholder, and `<html data-session>` shows one of them.
 */
export function AccountCorner({
  loginHref,
  accountPath,
  flowsPath,
  tryForFree,
  labels,
}: {
  readonly loginHref: string;
  readonly accountPath: string;
  readonly flowsPath: string;
  readonly tryForFree: string;
  readonly labels: AvatarLabels;
}) {
  const session = useAtomValue(sessionAtom);
  const hydrated = useHydrated();
  // A link, so that the account can be reached even if the menu's script never comes.
  const placeholder = (
    <a href={accountPath} className="avatar-placeholder">
      <span className="sr-only">{labels.account}</span>
    </a>
  );

  if (hydrated && session.status === 'signed-in' && session.user.name) {
    return (
      <Fallback to={placeholder}>
        <Suspense fallback={placeholder}>
          <AvatarMenu
            user={session.user}
            accountPath={accountPath}
            flowsPath={flowsPath}
            labels={labels}
          />
        </Suspense>
      </Fallback>
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
