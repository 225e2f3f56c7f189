import type { ClientDirective } from 'astro';

/**
 * The client directive `client:demand`. The island shows the HTML that the build rendered until
 * `hydrateOnIntent` hydrates it, which needs nothing of Astro's script for islands. If a script of
 * its own fails to load, the next event fetches it again.
 */
const onDemand: ClientDirective = () => undefined;

export default onDemand;

/**
 * Marks the elements of an island that need its script. With the value `press` only a click or key
 * counts, because pointers often pass over such an element on their way to something else.
 */
const marked = '[data-demand]';

/**
 * Fetches the scripts of an island when the visitor points at, focuses or presses a marked element, so
 * a page without such an event has no React. A click that comes before the scripts is held and
 * repeated once React listens, unless the visitor has gone on to something else. React hydrates at
 * once under a discrete event (see `hydrateRoot`). Plain links are never held. If a script fails to
 * load, a held link is followed, such as the avatar's to the account.
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
  // Who has focused an element before this script was there may have pressed its keys already.
  beginIfMarked({ type: 'focusin', target: document.activeElement });
}

const hints = ['pointerover', 'pointerdown', 'focusin'] as const;

/** The element in an island without its script that an event needs the script for. */
function markedTarget({ target }: Pick<Event, 'target'>): HTMLElement | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(marked) : null;
  // An island may stand in another one.
  return element?.closest('astro-island')?.matches('[ssr]') ? element : null;
}

/** What the script of a renderer exports (`src/islands/shared/`). */
interface Renderer {
  readonly default: (island: Element) => (component: unknown, props: unknown) => void;
}

/**
 * Fetches both scripts of an island at once, and hydrates it.
 * @returns whether it listens
 */
async function hydrate(island: Element): Promise<boolean> {
  const script = (name: string) =>
    import(/* @vite-ignore */ island.getAttribute(`${name}-url`) ?? '');
  try {
    const loading: [Promise<Renderer>, Promise<{ default: unknown }>] = [
      script('renderer'),
      script('component'),
    ];
    const [{ default: renderer }, { default: component }] = await Promise.all(loading);
    renderer(island)(component, JSON.parse(island.getAttribute('data-props') ?? '{}'));
    island.removeAttribute('ssr');
    return true;
  } catch {
    return false;
  }
}
