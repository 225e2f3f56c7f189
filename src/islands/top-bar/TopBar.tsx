import { Bars3Icon, MoonIcon, SunIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../shared/ErrorBoundary.tsx';
import { useSession } from '../shared/use-session.ts';
import type { AvatarLabels } from './AvatarMenu.tsx';
import { ProductsMenu, type ProductsMenuProps } from './ProductsMenu.tsx';

const AvatarMenu = lazy(() => import('./AvatarMenu.tsx'));

interface TopBarProps extends Omit<ProductsMenuProps, 'panel'> {
  readonly brand: string;
  readonly homePath: string;
  readonly loginHref: string;
  readonly accountPath: string;
  /** The page in the other languages, or another page of theirs when there is no translation. */
  readonly otherLanguages: readonly {
    readonly code: string;
    readonly name: string;
    readonly path: string;
  }[];
  /** `current` marks the entry that the page belongs to. */
  readonly links: readonly {
    readonly label: string;
    readonly path: string;
    readonly current: boolean;
  }[];
  readonly labels: AvatarLabels &
    ProductsMenuProps['labels'] & {
      readonly mainNavigation: string;
      readonly tryForFree: string;
      readonly openMenu: string;
      readonly theme: string;
    };
}

/** The top bar and its drawer (specification, section 2: shared page frame). */
export default function TopBar(props: TopBarProps) {
  return (
    <div className="frame-top contents">
      <header className="top-bar">
        <div className="page flex min-h-16 flex-wrap items-center gap-1">
          <a
            href={props.homePath}
            className="bar-link -ml-3 mr-auto font-serif text-xl font-bold [letter-spacing:0.025em]"
          >
            {props.brand}
          </a>
          <nav aria-label={props.labels.mainNavigation} className="hidden items-center md:flex">
            <Entries {...props} panel="floating" />
          </nav>
          <div className="hidden items-center md:flex">
            <Switches {...props} />
          </div>
          <AccountCorner {...props} />
          <button
            type="button"
            popoverTarget="drawer"
            aria-label={props.labels.openMenu}
            className="bar-link -mr-3 md:hidden"
          >
            <Bars3Icon className="menu-open size-6" aria-hidden="true" />
            <XMarkIcon className="menu-close size-6" aria-hidden="true" />
          </button>
        </div>
      </header>
      <nav id="drawer" popover="auto" aria-label={props.labels.mainNavigation} className="drawer">
        <div className="flex flex-col">
          <Entries {...props} panel="inline" />
        </div>
        <div className="switches mt-3 flex border-t border-white/20 pt-3">
          <Switches {...props} />
        </div>
      </nav>
    </div>
  );
}

function Entries(props: TopBarProps & ProductsMenuProps) {
  return (
    <>
      <ProductsMenu {...props} />
      {props.links.map(({ label, path, current }) => (
        <a
          key={path}
          href={path}
          className="bar-link"
          {...(current ? { 'aria-current': 'page' as const } : {})}
        >
          {label}
        </a>
      ))}
    </>
  );
}

function Switches({ otherLanguages, labels }: TopBarProps) {
  return (
    <>
      {otherLanguages.map(({ code, name, path }) => (
        <a
          key={code}
          href={path}
          hrefLang={code}
          lang={code}
          data-switch="language"
          className="bar-link"
        >
          {name}
        </a>
      ))}
      <button type="button" data-switch="theme" aria-label={labels.theme} className="bar-link">
        <MoonIcon className="theme-light size-5" aria-hidden="true" />
        <SunIcon className="theme-dark size-5" aria-hidden="true" />
      </button>
    </>
  );
}

/** 'Try for Free' or the avatar menu. Until React knows, `<html data-session>` shows one of them. */
function AccountCorner(props: TopBarProps) {
  const { loginHref, accountPath, labels } = props;
  const session = useSession();
  // A link, so that the account can be reached even if the menu's script fails to load.
  const placeholder = (
    <a href={accountPath} className="avatar-placeholder">
      <span className="sr-only">{labels.account}</span>
    </a>
  );

  if (session.status === 'signed-in' && session.user.name) {
    return (
      <ErrorBoundary fallback={placeholder}>
        <Suspense fallback={placeholder}>
          <AvatarMenu {...props} user={session.user} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  const isLoaded = session.status !== 'loading';
  return (
    <>
      <a href={loginHref} className={isLoaded ? 'try-for-free' : 'try-for-free for-visitors'}>
        {labels.tryForFree}
      </a>
      {isLoaded ? null : placeholder}
    </>
  );
}
