import { runInNewContext } from 'node:vm';
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

it('waits for a frame, and then for the end of its task', () => {
  const frames: (() => void)[] = [];
  const tasks: (() => void)[] = [];
  // Contexts of their own cannot import; what would be imported is told instead.
  const fetched: string[] = [];
  runInNewContext(startLaterScript.replace('import(', 'fetched('), {
    document: { currentScript: { dataset: { start: '/_astro/page.a.js' } } },
    requestAnimationFrame: (callback: () => void) => frames.push(callback),
    setTimeout: (callback: () => void) => tasks.push(callback),
    fetched: (address: string) => fetched.push(address),
  });
  expect([frames.length, tasks.length]).toEqual([1, 0]);
  for (const frame of frames) frame();
  expect([tasks.length, fetched]).toEqual([1, []]);
  for (const task of tasks) task();
  expect(fetched).toEqual(['/_astro/page.a.js']);
});
