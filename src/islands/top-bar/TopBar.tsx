import type { FocusEvent, ReactNode } from 'react';
import { type Language, localizedPath } from '../../contract/language.ts';
import { Icon, ProductsMenu, type ProductsMenuProps } from './ProductsMenu.tsx';

/** Props in each page's HTML: each byte counts, so the island works paths out below. */
interface TopBarProps extends Omit<ProductsMenuProps, 'panel' | 'productsPath' | 'pricingPath'> {
  readonly brand: string;
  readonly language: Language;
  /** The part of the site, `/` or the first name of the page's path without a language, as `/blog/`. */
  readonly section: string;
  readonly labels: ProductsMenuProps['labels'] & {
    readonly mainNavigation: string;
    readonly pricing: string;
    readonly blog: string;
    readonly openMenu: string;
    readonly theme: string;
  };
  /** Links to the page in the other languages: the one thing in which pages of a section differ. */
  readonly languages?: ReactNode;
  /** The content of the bar's corner: 'Try for Free', or credits and the avatar's island. */
  readonly children?: ReactNode;
}

/** The top bar and its drawer (specification, section 2: shared page frame). */
export default function TopBar(given: TopBarProps) {
  const props = withPaths(given);
  return (
    <div className="frame-top contents">
      <header className="top-bar">
        <div className="page flex min-h-16 flex-wrap items-center gap-1">
          <div className="min-w-20 flex-1">
            <a href={props.homePath} className="bar-link -ml-3 font-serif text-xl font-bold">
              {/* A long name takes two lines, and a long word breaks, so that the menu's button stays in its row. */}
              <span className="line-clamp-2 leading-tight wrap-anywhere">{props.brand}</span>
            </a>
          </div>
          <nav aria-label={props.labels.mainNavigation} className="hidden items-center md:flex">
            <Entries {...props} panel="floating" />
          </nav>
          <div className="hidden items-center md:flex">
            <Switches {...props} />
          </div>
          {props.children}
          <button
            type="button"
            popoverTarget="drawer"
            aria-label={props.labels.openMenu}
            className="bar-link -mr-3 md:hidden"
          >
            <Icon of="menu" className="menu-open size-6" />
            <Icon of="close" className="menu-close size-6" />
          </button>
        </div>
      </header>
      {/* Its first link fetches this script with the focus. */}
      <nav
        id="drawer"
        popover="auto"
        aria-label={props.labels.mainNavigation}
        className="drawer"
        onBlur={leaveDrawer}
      >
        <div className="flex flex-col">
          <Entries {...props} panel="inline" />
        </div>
        <div className="switches mt-3 flex border-t border-[#fff3] pt-3">
          <Switches {...props} />
        </div>
      </nav>
    </div>
  );
}

/** The drawer dims the page: it closes when the focus goes there. */
function leaveDrawer({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  const frame = currentTarget.closest('.frame-top');
  if (relatedTarget && !frame?.contains(relatedTarget)) currentTarget.hidePopover();
}

function withPaths(props: TopBarProps) {
  const localized = (path: string) => localizedPath(path, props.language);
  return {
    ...props,
    homePath: localized('/'),
    productsPath: localized('/products/'),
    pricingPath: localized('/pricing/'),
    blogPath: localized('/blog/'),
  };
}

type BarProps = ReturnType<typeof withPaths>;

function Entries(props: BarProps & ProductsMenuProps) {
  const { labels, section, pricingPath, blogPath } = props;
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
          {...(section === neutral ? { 'aria-current': 'page' as const } : {})}
        >
          {label}
        </a>
      ))}
    </>
  );
}

function Switches({ languages, labels }: BarProps) {
  return (
    <>
      {languages}
      <button type="button" data-switch="theme" aria-label={labels.theme} className="bar-link">
        <Icon of="moon" className="theme-light size-5" />
        <Icon of="sun" className="theme-dark size-5" />
      </button>
    </>
  );
}
