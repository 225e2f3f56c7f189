/** The longest time from the first frame to fetching the start script, in milliseconds. */
const LATEST_START_MS = 1_000;
/** The delay after the first paint for visitors without the hint cookie, in milliseconds. */
const AFTER_PAINT_MS = 100;

/** The elements that need the start script: islands, and the two switches of the top bar. */
const needsScript = '[data-demand],[data-switch]';

/*
 * Fetches the start script after the page is parsed and painted, so that the page has the network and
 * the processor to itself until then. A visitor with the hint cookie waits for the avatar: all that the
 * page will need is fetched at once, and runs at the first paint. For others the next frames come first,
 * which may show the larger part of the page. Frames alone don't tell when that is: browsers draw the
 * first ones before there is anything to show. They are the fallback for browsers that report no paints.
 * A tab in the background fetches nothing. A click on an element that needs the script is held until it
 * has loaded, and fetches it at once.
 * Source: Paint Timing, section 2; HTML Living Standard, section 8.11, "Animation frames".
 */
const { start: address = '', bar, ahead = '' } = document.currentScript?.dataset ?? {};
const isExpected = document.documentElement.dataset.session;
const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
let held: HTMLElement | null = null;

addEventListener('click', hold, true);
requestAnimationFrame(() => setTimeout(start, LATEST_START_MS));
new PerformanceObserver(() => {
  if (isExpected) start();
  else setTimeout(start, AFTER_PAINT_MS);
}).observe({ type: 'paint' });
if (isExpected) `${address} ${bar} ${ahead}`.trim().split(' ').forEach(preload);

function preload(href: string): void {
  const [rel, as] = href.startsWith('/api/') ? ['preload', 'fetch'] : ['modulepreload', ''];
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel, as, crossOrigin: '', href }));
}

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
