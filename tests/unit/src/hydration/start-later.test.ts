import { createContext, runInContext } from 'node:vm';
import { expect, it } from 'vitest';
import { startLater, startLaterScript } from '../../../../src/hydration/start-later.ts';

it.each(['/_astro/page.BeTUx-_S.js', '/base/_astro/page.a.js', '/@id/astro:scripts/page.js'])(
  'the start script at %s is fetched by the script that waits',
  (address) => {
    const html = `<head><script type="module" src="${address}"></script></head><p>$&</p>`;
    expect(startLater(html)).toBe(
      `<head><script data-start="${address}">${startLaterScript}</script></head><p>$&</p>`,
    );
  },
);

it.each([
  '<script type="module" src="/_astro/search.astro_astro_type_script.a.js"></script>',
  '<script type="module" src="/_astro/homepage.a.js"></script>',
  '<script type="module">page()</script>',
  '<p>no script</p>',
])('%s stays as it is', (html) => {
  expect(startLater(html)).toBe(html);
});

it('fetches the start script when the page is parsed and has been painted', async () => {
  const page = runScript();
  await page.paint();
  expect(page.fetched).toEqual([]);
  await page.parse();
  expect(page.fetched).toEqual(['/_astro/page.a.js']);
});

it('waits for a paint after the page is parsed', async () => {
  const page = runScript();
  await page.parse();
  expect(page.fetched).toEqual([]);
  await page.paint();
  expect(page.fetched).toEqual(['/_astro/page.a.js']);
});

it('waits a second from the first frame in a browser that tells of no paint', async () => {
  const page = runScript();
  await page.parse();
  expect(page.timers).toEqual([]);
  page.frame();
  expect(page.timers).toEqual([1_000]);
  await page.passTime();
  expect(page.fetched).toEqual(['/_astro/page.a.js']);
});

it('a press on what needs a script fetches it at once, and is given again when it is there', async () => {
  const page = runScript();
  await page.parse();
  const button = element('[data-demand]');
  const press = pressOn(button);
  await page.press(press);
  expect(press.stopped).toEqual(['default', 'propagation']);
  expect([page.fetched, button.clicks]).toEqual([['/_astro/page.a.js'], 1]);
  await page.paint();
  expect(button.clicks).toBe(1);
});

it('a press on something else goes its way, and the one before it is not given again', async () => {
  const page = runScript();
  const button = element('[data-demand]');
  await page.press(pressOn(button));
  const other = pressOn(element('.link'));
  await page.press(other);
  await page.parse();
  expect([other.stopped, button.clicks]).toEqual([[], 0]);
});

it('a press with a key held down goes its way', async () => {
  const page = runScript();
  const press = pressOn(element('[data-demand]'), { ctrlKey: true });
  await page.press(press);
  expect(press.stopped).toEqual([]);
});

it('a press after the start script has come is left to it', async () => {
  const page = runScript();
  await page.parse();
  await page.paint();
  const press = pressOn(element('[data-demand]'));
  await page.press(press);
  expect(press.stopped).toEqual([]);
});

/** The script in a context of its own, which cannot import: what would be imported is told instead. */
function runScript() {
  const listeners = new Map<string, (event: unknown) => void>();
  const frames: (() => void)[] = [];
  const tasks: (() => void)[] = [];
  const timers: number[] = [];
  const fetched: string[] = [];
  const paints: (() => void)[] = [];
  const context = createContext({
    document: { currentScript: { dataset: { start: '/_astro/page.a.js' } } },
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    removeEventListener: (type: string) => listeners.delete(type),
    requestAnimationFrame: (callback: () => void) => frames.push(callback),
    setTimeout: (callback: () => void, delayMs: number) => {
      tasks.push(callback);
      timers.push(delayMs);
    },
    fetched: async (address: string) => {
      if (!fetched.includes(address)) fetched.push(address);
    },
    PerformanceObserver: class {
      readonly #callback: () => void;
      constructor(callback: () => void) {
        this.#callback = callback;
      }
      observe({ type }: { readonly type: string }) {
        if (type === 'paint') paints.push(this.#callback);
      }
    },
  });
  runInContext(startLaterScript.replace('import(', 'fetched('), context);
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const call = (callbacks: readonly (() => void)[]) => {
    for (const callback of callbacks) callback();
    return settled();
  };
  return {
    fetched,
    timers,
    frame: () => void call(frames),
    passTime: () => call(tasks),
    paint: () => call(paints),
    parse: () => call([() => listeners.get('DOMContentLoaded')?.({})]),
    press: (event: unknown) => call([() => listeners.get('click')?.(event)]),
  };
}

/** An element that matches one selector and counts its clicks. */
function element(selector: string) {
  const self = {
    clicks: 0,
    click: () => {
      self.clicks += 1;
    },
    closest: (wanted: string) => (wanted === selector ? self : null),
  };
  return self;
}

function pressOn(target: unknown, keys: { readonly ctrlKey?: boolean } = {}) {
  const stopped: string[] = [];
  return {
    target,
    stopped,
    preventDefault: () => stopped.push('default'),
    stopPropagation: () => stopped.push('propagation'),
    ...keys,
  };
}
