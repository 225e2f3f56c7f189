import type { ClientDirective } from 'astro';

/** An island, with what Astro gives to its directive: it fetches the scripts, and returns the start. */
interface Island extends Element {
  load?: Parameters<ClientDirective>[0];
}

/**
 * The client directive `client:demand`. The island shows the HTML that the build rendered until
 * `hydrateOnIntent` hydrates it.
 * Source: Astro's Integration API, `addClientDirective`.
 */
const onDemand: ClientDirective = (load, _options, island) => {
  Object.assign(island, { load });
};

export default onDemand;

/** Marks elements that need their island's script. With `press` only a click or key counts. */
const marked = '[data-demand]';

/**
 * Fetches the scripts of an island when the visitor points at, focuses or presses a marked element, so
 * a page without such an event has no React. A click that comes before the scripts is held and
 * repeated once React listens, unless the visitor has gone on to something else. React hydrates at
 * once under a discrete event (see `hydrateRoot`). Plain links are never held. If a script fails to
 * load, a held link is followed, such as the avatar's to the account.
 */
export function hydrateOnIntent(): void {
  const loading = new Map<Element, Promise<boolean>>();
  let held: HTMLElement | undefined;

  const hydrate = (island: Island): Promise<boolean> => {
    const hydrating =
      loading.get(island) ?? start(island, hydrate).finally(() => loading.delete(island));
    loading.set(island, hydrating);
    return hydrating;
  };
  const begin = async (target: HTMLElement) => {
    const island = target.closest('astro-island');
    if (!island || loading.has(island)) return;
    const isHydrated = await hydrate(island);
    // The island around another one may come first.
    if (held?.closest('astro-island') !== island) return;
    if (isHydrated) held.click();
    else if (held instanceof HTMLAnchorElement && held.pathname !== location.pathname) {
      location.assign(held.href);
    }
    held = undefined;
  };
  const beginIfMarked = (event: Pick<Event, 'type' | 'target'>) => {
    if (event.type === 'pointerdown') held = undefined;
    const target = markedTarget(event);
    if (target && (event.type === 'pointerdown' || target.dataset.demand !== 'press'))
      begin(target);
  };
  const hold = (event: MouseEvent | KeyboardEvent) => {
    const target = markedTarget(event);
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    held = target;
    begin(target);
  };

  for (const type of hints) document.addEventListener(type, beginIfMarked, true);
  document.addEventListener('click', hold, true);
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') held = undefined;
      // The space bar activates links that act as buttons; a real button turns it into a click itself.
      if (event.key === ' ' && markedTarget(event)?.matches('a')) hold(event);
    },
    true,
  );
  // A visitor who focused an element before this script ran may have pressed its keys already.
  beginIfMarked({ type: 'focusin', target: document.activeElement });
}

const hints = ['pointerover', 'pointerdown', 'focusin'] as const;

/** The element in an island without its script that an event needs the script for. */
function markedTarget({ target }: Pick<Event, 'target'>): HTMLElement | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(marked) : null;
  // An island may stand in another one.
  return element?.closest('astro-island')?.matches('[ssr]') ? element : null;
}

/**
 * Hydrates an island after the one around it, for which Astro would wait. Both fetch their scripts at
 * once. If a script fails to load, the next event fetches it again.
 * @returns whether it listens
 */
async function start(
  island: Island,
  hydrate: (outer: Island) => Promise<boolean>,
): Promise<boolean> {
  const outer = island.parentElement?.closest('astro-island[ssr]');
  const [run] = await Promise.all([island.load?.(), outer && hydrate(outer)]);
  await run?.();
  return !island.matches('[ssr]');
}
