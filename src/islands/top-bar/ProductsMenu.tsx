import { useAtomValue } from 'jotai/react';
import { useEffect, useId, useRef, useState } from 'react';
import { currentLanguageAtom } from '../../client/state/atoms.ts';
import type { Language } from '../../contract/language.ts';

export interface ProductsMenuProps {
  /** The flows on offer when the site was built, with the price of a run as text. */
  readonly products: readonly {
    readonly id: string;
    readonly name: string;
    readonly price: string;
  }[];
  readonly productsPath: string;
  readonly pricingPath: string;
  readonly labels: { readonly products: string; readonly allPrices: string };
  readonly panel: 'floating' | 'inline';
}

/** The bar's icons, in a square of 24: short, because every page has them in its HTML. */
const icons = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'm6 6 12 12M6 18 18 6',
  down: 'm6 10 6 6 6-6',
  moon: 'M21 14A9 9 0 1 1 10 3a8 8 0 0 0 11 11Z',
  sun: 'M12 2v2m0 16v2M2 12h2m16 0h2M5 5l1 1m12 12 1 1M5 19l1-1M18 6l1-1m-3 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
} as const;

/** An icon of the bar, beside a word or in a button with a name. */
export function Icon({
  of,
  className,
}: {
  readonly of: keyof typeof icons;
  readonly className: string;
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
      className={className}
    >
      <path d={icons[of]} />
    </svg>
  );
}

/** The entry 'Products' opens a panel with the flows on offer; without its script it does nothing. */
export function ProductsMenu({
  products,
  productsPath,
  pricingPath,
  labels,
  panel,
}: ProductsMenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const language = useAtomValue(currentLanguageAtom);
  useCloseOutside(root, open, () => setOpen(false));
  useEffect(() => {
    if (open) void refreshFlows(language);
  }, [open, language]);

  const follow = ({ currentTarget: link }: React.MouseEvent) => {
    // A link may lead to a section of this page, which the panel must not cover.
    setOpen(false);
    link.closest<HTMLElement>('[popover]')?.hidePopover();
  };

  return (
    <div ref={root} className="relative">
      {/* biome-ignore lint/a11y/useValidAnchor: the specification has this entry lead to '#'. */}
      <a
        href="#"
        data-demand
        aria-expanded={open}
        aria-controls={panelId}
        className="bar-link"
        onClick={(event) => {
          event.preventDefault();
          setOpen(!open);
        }}
        onKeyDown={(event) => {
          if (event.key !== ' ') return;
          event.preventDefault();
          setOpen(!open);
        }}
      >
        {labels.products}
        <Icon
          of="down"
          className={`ml-auto size-4 [transition:rotate_150ms] ${open ? 'rotate-180' : ''}`}
        />
      </a>
      <div id={panelId} hidden={!open} className={panelStyles[panel]}>
        {open ? <Panel {...{ products, productsPath, pricingPath, labels, follow }} /> : null}
      </div>
    </div>
  );
}

type PanelProps = Omit<ProductsMenuProps, 'panel'> & { readonly follow: React.MouseEventHandler };

/** The flows and their prices. A closed panel is empty: its links would weigh on every page. */
function Panel({ products, productsPath, pricingPath, labels, follow }: PanelProps) {
  return (
    <>
      <ul>
        {products.map(({ id, name, price }) => (
          <li key={id}>
            <a
              href={`${productsPath}${id}/`}
              onClick={follow}
              className="flex min-h-11 items-baseline justify-between gap-6 px-3 py-2 hover:underline"
            >
              <span>{name}</span>
              <span className="text-sm opacity-90">{price}</span>
            </a>
          </li>
        ))}
      </ul>
      <a href={pricingPath} onClick={follow} className="mt-1 block px-3 py-2 text-sm underline">
        {labels.allPrices}
      </a>
    </>
  );
}

/** Fetches the flows on offer into their atom. This panel shows those of the build until then. */
async function refreshFlows(language: Language): Promise<void> {
  try {
    const { fetchFlows } = await import('../../client/api/page-flows-api.ts');
    await fetchFlows(language);
  } catch {
    // The script failed to load. The flows page fetches the flows by itself.
  }
}

const panelStyles = {
  floating:
    'menu absolute left-0 top-full mt-2 w-80 rounded border border-line bg-paper p-2 text-ink [box-shadow:0_1rem_2rem_rgb(0_0_0/20%)]',
  inline: 'ml-3 border-l border-[#fff3] pl-2',
} as const;

/** Closes an open panel on Escape, and on a click or focus outside. */
function useCloseOutside(
  root: React.RefObject<HTMLElement | null>,
  open: boolean,
  close: () => void,
): void {
  useEffect(() => {
    if (!open) return;
    const listening = new AbortController();
    const { signal } = listening;
    const leave = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', leave, { signal });
    document.addEventListener('focusin', leave, { signal });
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        close();
        root.current?.querySelector('a')?.focus();
      },
      { signal },
    );
    return () => listening.abort();
  });
}
