/** The elements that need the start script: islands, and the two switches of the top bar. */
const needsScript = '[data-demand],[data-switch]';

/*
 * Fetches the start script after the page has loaded, so that the page has the network and the
 * processor to itself until then. A visitor with the hint cookie waits for the avatar: all that the
 * page will need is fetched at once, and runs when the page is parsed. A click on an element that needs
 * the script is held until it has loaded, and fetches it at once.
 */
const { start: address = '', bar, ahead = '' } = document.currentScript?.dataset ?? {};
const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
let held: HTMLElement | null = null;

addEventListener('click', hold, true);
if (document.documentElement.dataset.session) {
  `${address} ${bar} ${ahead}`.trim().split(' ').forEach(preload);
  start();
} else addEventListener('load', start);

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
