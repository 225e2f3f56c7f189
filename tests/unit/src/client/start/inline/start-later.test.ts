import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import script from '../../../../../../src/client/start/inline/start-later.ts?as-text';

it('fetches the start script for a signed-in visitor when the page is parsed', async () => {
  const page = runScript('expected');
  expect(page.fetched).toEqual([]);
  await page.parse();
  expect(page.fetched).toEqual(['/_astro/page.a.js']);
});

it('fetches it for others when the page has loaded', async () => {
  const page = runScript();
  await page.parse();
  expect(page.fetched).toEqual([]);
  await page.load();
  expect(page.fetched).toEqual(['/_astro/page.a.js']);
});

it('fetches for a signed-in visitor all modules and data at once, for others none', () => {
  expect(runScript('expected').preloaded).toEqual([
    'modulepreload  /_astro/page.a.js',
    'modulepreload  /bar.js',
    'preload fetch /api/credits',
    'modulepreload  /a.js',
  ]);
  expect(runScript().preloaded).toEqual([]);
});

it.each(['[data-demand]', '[data-switch]'])(
  'a click on %s fetches the script at once, and is repeated when it has loaded',
  async (mark) => {
    const page = runScript();
    await page.parse();
    const button = new PageElement(mark);
    const click = clickOn(button);
    await page.click(click);
    expect(click.stopped).toEqual(['default', 'propagation']);
    expect([page.fetched, button.clicks]).toEqual([['/_astro/page.a.js'], 1]);
    await page.load();
    expect(button.clicks).toBe(1);
  },
);

it('a click on another element is not held, and the click before it is not repeated', async () => {
  const page = runScript();
  const button = new PageElement('[data-demand]');
  await page.click(clickOn(button));
  const other = clickOn(new PageElement('.link'));
  await page.click(other);
  await page.parse();
  expect([other.stopped, button.clicks]).toEqual([[], 0]);
});

it('a click with a modifier key is not held', async () => {
  const page = runScript();
  const click = clickOn(new PageElement('[data-demand]'), { ctrlKey: true });
  await page.click(click);
  expect(click.stopped).toEqual([]);
});

it('a click after the start script has loaded is not held', async () => {
  const page = runScript();
  await page.parse();
  await page.load();
  const click = clickOn(new PageElement('[data-demand]'));
  await page.click(click);
  expect(click.stopped).toEqual([]);
});

/**
 * The script in a context of its own, which cannot import: it records the address instead.
 *
 * @param session the finding of the head script
 */
function runScript(session?: 'expected') {
  const listeners = new Map<string, (event: unknown) => void>();
  const fetched: string[] = [];
  const preloaded: string[] = [];
  const context = createContext({
    document: {
      currentScript: {
        dataset: { start: '/_astro/page.a.js', bar: '/bar.js', ahead: '/api/credits /a.js' },
      },
      documentElement: { dataset: { session } },
      createElement: () => new PageLink(),
      head: { append: ({ rel, as, href }: PageLink) => preloaded.push(`${rel} ${as} ${href}`) },
    },
    Element: PageElement,
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    removeEventListener: (type: string) => listeners.delete(type),
    fetched: async (address: string) => {
      if (!fetched.includes(address)) fetched.push(address);
    },
  });
  runInContext(script.replace('import(', 'fetched('), context);
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const dispatch = (type: string, event: unknown = {}) => {
    listeners.get(type)?.(event);
    return settled();
  };
  return {
    fetched,
    preloaded,
    parse: () => dispatch('DOMContentLoaded'),
    load: () => dispatch('load'),
    click: (event: unknown) => dispatch('click', event),
  };
}

/** A link element, as it is made. */
class PageLink {
  rel = '';
  as = '';
  href = '';
}

/** An element that counts its clicks, and matches any selector that names its mark. */
class PageElement {
  clicks = 0;
  readonly #mark: string;
  constructor(mark: string) {
    this.#mark = mark;
  }
  click() {
    this.clicks += 1;
  }
  closest(selector: string) {
    return selector.split(',').includes(this.#mark) ? this : null;
  }
}

function clickOn(target: unknown, keys: { readonly ctrlKey?: boolean } = {}) {
  const stopped: string[] = [];
  return {
    target,
    stopped,
    preventDefault: () => stopped.push('default'),
    stopPropagation: () => stopped.push('propagation'),
    ...keys,
  };
}
