import type { ClientDirective } from 'astro';

/**
 * Marks the elements of an island that need its script. With the value `press` only a click or key
 * counts, because pointers often pass over such an element on their way to something else.
 */
const marked = '[data-demand]';

/**
 * The client directive `client:demand`. The island shows the HTML that the build rendered. Its
 * script is fetched when the visitor points at, focuses or presses a marked element. A click that
 * comes before the script is held and repeated once React listens, unless the visitor has gone on to
 * something else. React hydrates at once under a discrete event (see `hydrateRoot`). Plain links are
 * never held. If the script fails to load, a held link is followed, such as the avatar's to the
 * account, and the next event fetches the script again.
 */
const hydrateOnIntent: ClientDirective = (load, _options, island) => {
  const listening = new AbortController();
  const { signal } = listening;
  let loading = false;
  let failed = false;
  let held: HTMLElement | undefined;

  const hydrate = async () => {
    failed = false;
    await (await load())();
    loading = false;
    if (!failed) listening.abort();
    if (!failed) held?.click();
    else if (held instanceof HTMLAnchorElement && held.pathname !== location.pathname) {
      location.assign(held.href);
    }
    forget();
  };
  const begin = () => {
    if (loading) return;
    loading = true;
    void hydrate();
  };
  const beginIfMarked = (event: Event) => {
    const target = markedTarget(event);
    if (target && (event.type === 'pointerdown' || target.dataset.demand !== 'press')) begin();
  };
  const hold = (event: MouseEvent | KeyboardEvent) => {
    const target = markedTarget(event);
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    held = target;
    begin();
  };
  const forget = () => {
    held = undefined;
  };
  const holdOrForget = (event: KeyboardEvent) => {
    if (event.key === 'Escape') forget();
    // The space bar activates links that act as buttons; a real button turns it into a click itself.
    if (event.key === ' ' && markedTarget(event)?.matches('a')) hold(event);
  };

  // Astro reports here what it could not fetch, and resolves all the same.
  island.addEventListener('astro:hydration-error', () => {
    failed = true;
  });
  document.addEventListener('pointerdown', forget, { capture: true, signal });
  for (const type of hints) island.addEventListener(type, beginIfMarked, { signal });
  island.addEventListener('click', hold, { capture: true, signal });
  island.addEventListener('keydown', holdOrForget, { capture: true, signal });
};

const hints = ['pointerover', 'pointerdown', 'focusin'] as const;

function markedTarget(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(marked) : null;
}

export default hydrateOnIntent;
