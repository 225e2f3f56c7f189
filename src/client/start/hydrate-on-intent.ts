import type { ClientDirective } from 'astro';

/** What tells an island that the visitor needs it. */
const wanted = 'product:wanted';

/**
 * The client directive `client:demand`. The island shows the HTML that the build rendered until
 * `hydrateOnIntent` wants it. If its script fails to load, the next event fetches it again.
 */
const onDemand: ClientDirective = (load, _options, island) => {
  island.addEventListener(wanted, async () => (await load())());
};

export default onDemand;

/**
 * Marks the elements of an island that need its script. With the value `press` only a click or key
 * counts, because pointers often pass over such an element on their way to something else.
 */
const marked = 'astro-island[ssr] [data-demand]';

/**
 * Fetches the scripts of an island when the visitor points at, focuses or presses a marked element:
 * Astro's script for islands comes with React, so a page without such an event has neither. A click
 * that comes before the scripts is held and repeated once React listens, unless the visitor has gone
 * on to something else. React hydrates at once under a discrete event (see `hydrateRoot`). Plain links
 * are never held. If a script fails to load, a held link is followed, such as the avatar's to the
 * account.
 */
export function hydrateOnIntent(): void {
  const loading = new Set<Element>();
  let held: HTMLElement | undefined;

  const begin = async (target: HTMLElement) => {
    const island = target.closest('astro-island');
    if (!island || loading.has(island)) return;
    loading.add(island);
    const isHydrated = await hydrate(island);
    loading.delete(island);
    if (!held || !island.contains(held)) return;
    if (isHydrated) held.click();
    else if (held instanceof HTMLAnchorElement && held.pathname !== location.pathname) {
      location.assign(held.href);
    }
    held = undefined;
  };
  const beginIfMarked = (event: Event) => {
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
}

const hints = ['pointerover', 'pointerdown', 'focusin'] as const;

/** The element in an island without its script that an event needs the script for. */
function markedTarget({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(marked) : null;
}

/**
 * Fetches both scripts of an island at once, and wants it.
 * @returns whether React listens
 */
async function hydrate(island: Element): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  island.addEventListener('astro:hydrate', () => resolve(true));
  // Astro reports here what it could not fetch.
  island.addEventListener('astro:hydration-error', () => resolve(false));
  const scripts = ['renderer-url', 'component-url'].map(
    (name) => import(/* @vite-ignore */ island.getAttribute(name) ?? ''),
  );
  try {
    await Promise.all(scripts);
    island.dispatchEvent(new Event(wanted));
  } catch {
    return false;
  }
  return promise;
}
