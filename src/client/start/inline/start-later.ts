/** The start script is fetched so long after the first frame at the latest, in ms. */
const LATEST_START_MS = 1_000;
/** So long after the first paint for visitors who are hardly signed in: the rest is painted by then. */
const AFTER_PAINT_MS = 100;

/** What needs a script: the islands, and the two switches of the top bar. */
const needsScript = '[data-demand],[data-switch]';

/*
 * Fetches the start script once the page is parsed and the browser says that it has painted, so that
 * until then the page has the line and the processor to itself. Whoever has the hint cookie waits for
 * the avatar, and gets the script at the first paint; for others it can wait until the frames after
 * that, which may bring the larger part of the page, are drawn too. Frames alone don't tell: browsers
 * draw the first ones before they have anything to show. They are for browsers that keep their
 * paints to themselves. In a tab that nobody has looked at yet, nothing is fetched before somebody
 * does. A press on what needs a script is held until that is there, and fetches it at once.
 * Source: Paint Timing, section 2; HTML Living Standard, section 8.11, "Animation frames".
 */
const address = document.currentScript?.dataset.start ?? '';
const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
let held: HTMLElement | null = null;

addEventListener('click', hold, true);
requestAnimationFrame(() => setTimeout(start, LATEST_START_MS));
new PerformanceObserver(() => {
  if (document.documentElement.dataset.session) start();
  else setTimeout(start, AFTER_PAINT_MS);
}).observe({ type: 'paint' });

async function start(): Promise<void> {
  await parsed;
  await import(address);
  removeEventListener('click', hold, true);
  held?.click();
  held = null;
}

function hold(event: MouseEvent): void {
  const hasKey = event.ctrlKey || event.metaKey || event.shiftKey;
  const target = event.target instanceof Element ? event.target : null;
  held = hasKey ? null : (target?.closest<HTMLElement>(needsScript) ?? null);
  if (!held) return;
  event.preventDefault();
  event.stopPropagation();
  start();
}
