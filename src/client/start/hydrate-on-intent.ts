import type { ClientDirective } from 'astro';
import { sessionEvent } from './session-event.ts';

/**
 * Marks the elements of an island that do nothing until its script is there. With the value `press`
 * only a press counts: pointers pass over such an element on their way to something else.
 */
const marked = '[data-demand]';

/**
 * The client directive `client:demand`. The island's HTML stands as it was rendered; its script is
 * fetched when the session turns out to be signed in, or when a marked element is pointed at,
 * focused or pressed. A press that comes too early is held and given again once React listens
 * (React hydrates at once under a discrete event, see `hydrateRoot`), unless the visitor went on to
 * something else. Plain links are never held. A script that does not come is fetched again at the
 * next occasion.
 */
const demand: ClientDirective = (load, _options, island) => {
  const listening = new AbortController();
  const { signal } = listening;
  let loading = false;
  let failed = false;
  let pressed: HTMLElement | undefined;

  const hydrate = async () => {
    failed = false;
    await (await load())();
    loading = false;
    if (!failed) listening.abort();
    if (!failed) pressed?.click();
    forget();
  };
  const begin = () => {
    if (loading) return;
    loading = true;
    void hydrate();
  };
  const beginIfSignedIn = () => {
    if (document.documentElement.dataset.session === 'signed-in') begin();
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
    pressed = target;
    begin();
  };
  const forget = () => {
    pressed = undefined;
  };
  const holdOrForget = (event: KeyboardEvent) => {
    if (event.key === 'Escape') forget();
    // Space is a press on what behaves as a button; a real button makes a click of it by itself.
    if (event.key === ' ' && markedTarget(event)?.matches('a')) hold(event);
  };

  // Astro reports here what it could not fetch, and resolves all the same.
  island.addEventListener('astro:hydration-error', () => {
    failed = true;
  });
  document.addEventListener(sessionEvent, beginIfSignedIn, { signal });
  document.addEventListener('pointerdown', forget, { capture: true, signal });
  for (const type of hints) island.addEventListener(type, beginIfMarked, { signal });
  island.addEventListener('click', hold, { capture: true, signal });
  island.addEventListener('keydown', holdOrForget, { capture: true, signal });
  beginIfSignedIn();
};

const hints = ['pointerover', 'pointerdown', 'focusin'] as const;

function markedTarget(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(marked) : null;
}

export default demand;
