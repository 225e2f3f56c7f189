import { Bars3Icon, MoonIcon, SunIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { pageSession } from '../../client/state/session-store.ts';
import { type Language, localizedPath } from '../../contract/language.ts';
import { loginPath } from '../../contract/session.ts';
import { fill } from '../../i18n/fill.ts';
import { useSession } from '../shared/use-session.ts';
import type { AvatarLabels, AvatarMenuProps } from './AvatarMenu.tsx';
import { ProductsMenu, type ProductsMenuProps } from './ProductsMenu.tsx';

/** What a page has in its HTML for the island: each byte counts, so paths are worked out below. */
interface TopBarProps extends Omit<ProductsMenuProps, 'panel' | 'productsPath' | 'pricingPath'> {
  readonly brand: string;
  readonly language: Language;
  /** The page's path without a language prefix. */
  readonly path: string;
  /** The page in the other languages, or another page of theirs when there is no translation. */
  readonly otherLanguages: readonly {
    readonly code: string;
    readonly name: string;
    readonly path: string;
  }[];
  readonly labels: AvatarLabels &
    ProductsMenuProps['labels'] & {
      readonly mainNavigation: string;
      readonly pricing: string;
      readonly blog: string;
      readonly tryForFree: string;
      readonly openMenu: string;
      readonly theme: string;
    };
}

/** The top bar and its drawer (specification, section 2: shared page frame). */
export default function TopBar(given: TopBarProps) {
  const props = withPaths(given);
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

function withPaths(props: TopBarProps) {
  const localized = (path: string) => localizedPath(path, props.language);
  // Who signs in on the home page wants to try a flow; on other pages, people go on reading.
  const afterSignIn = localized(props.path === '/' ? '/flows/' : props.path);
  return {
    ...props,
    homePath: localized('/'),
    accountPath: localized('/account/'),
    flowsPath: localized('/flows/'),
    productsPath: localized('/products/'),
    pricingPath: localized('/pricing/'),
    blogPath: localized('/blog/'),
    loginHref: `${loginPath}?returnTo=${encodeURIComponent(afterSignIn)}`,
  };
}

type BarProps = ReturnType<typeof withPaths>;

function Entries(props: BarProps & ProductsMenuProps) {
  const { labels, path, pricingPath, blogPath } = props;
  const links = [
    ['/pricing/', pricingPath, labels.pricing],
    ['/blog/', blogPath, labels.blog],
  ] as const;
  return (
    <>
      <ProductsMenu {...props} />
      {links.map(([neutral, href, label]) => (
        <a
          key={href}
          href={href}
          className="bar-link"
          {...(path.startsWith(neutral) ? { 'aria-current': 'page' as const } : {})}
        >
          {label}
        </a>
      ))}
    </>
  );
}

function Switches({ otherLanguages, labels }: BarProps) {
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

/**
 * 'Try for Free', or credits and avatar: `<html data-session>` shows one of them. Until React has the
 * menu's script, `signed-in-bar.ts` shows the avatar in its place, which React leaves as it is: its
 * only child is a text, whose difference is suppressed.
 */
function AccountCorner(props: BarProps) {
  const { loginHref, accountPath, labels } = props;
  const session = useSession();
  const user = session.status === 'signed-in' && session.user.name ? session.user : undefined;
  const place = useRef<HTMLAnchorElement>(null);
  const [isPressed, setPressed] = useState(false);
  const [menu, setMenu] = useState<AvatarMenuState>();
  const isWanted = user !== undefined;
  useEffect(() => {
    if (isWanted) {
      // At once: between asking for the focus and showing the menu, nobody can move the focus.
      void loadMenu(place.current).then((loaded) => flushSync(() => setMenu(loaded)));
    } else {
      setMenu(undefined);
      setPressed(false);
    }
  }, [isWanted]);
  const number = user?.app_metadata.credits;

  return (
    <>
      <a href={loginHref} className="try-for-free for-visitors">
        {labels.tryForFree}
      </a>
      <span className="bar-credits for-users" data-text={labels.credits} suppressHydrationWarning>
        {number === undefined ? '' : fill(labels.credits, { number })}
      </span>
      {menu && user ? (
        <menu.Menu {...props} user={user} isFocused={menu.isFocused} isPressed={isPressed} />
      ) : (
        <a
          ref={place}
          href={accountPath}
          title={labels.openSettings}
          className="avatar-place for-users"
          suppressHydrationWarning
          onClick={(event) => {
            // A press that was held comes before React has rendered the session.
            if (pageSession.current().status !== 'signed-in') return;
            event.preventDefault();
            setPressed(true);
          }}
        >
          {labels.account}
        </a>
      )}
    </>
  );
}

interface AvatarMenuState {
  readonly Menu: ComponentType<AvatarMenuProps>;
  /** Whether the place that the menu takes had the focus. */
  readonly isFocused: boolean;
}

/** Loads the menu; without its script the avatar's place stays a link to the account. */
async function loadMenu(place: HTMLElement | null): Promise<AvatarMenuState | undefined> {
  try {
    const { default: Menu } = await import('./AvatarMenu.tsx');
    await released(place);
    return { Menu, isFocused: place !== null && place === document.activeElement };
  } catch {
    return undefined;
  }
}

/**
 * Resolves when no pointer presses an element. A press is lost when its element is replaced before the
 * pointer is released: the browser then sends no click to either (UI Events, section 4.3.4.2).
 */
async function released(element: HTMLElement | null): Promise<void> {
  if (!element?.matches(':active')) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const type of ['pointerup', 'pointercancel']) {
    // The click follows the release in the same task.
    addEventListener(type, () => setTimeout(resolve), { once: true });
  }
  await promise;
}
