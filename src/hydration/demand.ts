import type { ClientDirective } from 'astro';
import { sessionEvent } from './session-event.ts';

/** Marks the elements of an island that do nothing until its script is there. */
const marked = '[data-demand]';

/**
 * The client directive `client:demand`. The island's HTML stands as it was rendered; its script is
 * fetched when the session turns out to be signed in, or when a marked element is pointed at,
 * focused or pressed. A press that comes too early is held and given again once React listens
 * (React hydrates at once under a discrete event, see `hydrateRoot`). Plain links are never held.
 */
const demand: ClientDirective = (load, _options, island) => {
  let loading: Promise<void> | undefined;
  let pressed: HTMLElement | undefined;

  const hydrate = () => {
    loading ??= load()
      .then((start) => start())
      .then(() => {
        document.removeEventListener(sessionEvent, hydrateIfSignedIn);
        for (const type of hints) island.removeEventListener(type, hydrateIfMarked);
        island.removeEventListener('click', holdPress, true);
        pressed?.click();
      });
    return loading;
  };

  const hydrateIfSignedIn = () => {
    if (document.documentElement.dataset.session === 'signed-in') hydrate();
  };

  const hydrateIfMarked = (event: Event) => {
    if (markedTarget(event)) hydrate();
  };

  const holdPress = (event: MouseEvent) => {
    const target = markedTarget(event);
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    pressed = target;
    hydrate();
  };

  document.addEventListener(sessionEvent, hydrateIfSignedIn);
  for (const type of hints) island.addEventListener(type, hydrateIfMarked);
  island.addEventListener('click', holdPress, true);
  hydrateIfSignedIn();
};

const hints = ['pointerover', 'pointerdown', 'focusin'] as const;

function markedTarget(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(marked) : null;
}

export default demand;
