import runtime from 'astro/runtime/server/astro-island.prebuilt.js';
import { expect, it } from 'vitest';
import { withoutIslandRuntime } from '../../../../../src/client/start/island-runtime.ts';

const script = `<script>${runtime}</script>`;
const island = (directive: string) =>
  `<astro-island uid="a" ssr client="${directive}" await-children></astro-island>`;

it('a page whose islands wait for demand loses the script that comes with the start script', () => {
  expect(withoutIslandRuntime(`<p>a</p>${script}${island('demand')}${island('demand')}`)).toBe(
    `<p>a</p>${island('demand')}${island('demand')}`,
  );
});

it.each(['load', 'only', 'idle', 'visible'])(
  'a page with an island under client:%s keeps it',
  (directive) => {
    const html = `${script}${island('demand')}${island(directive)}`;
    expect(withoutIslandRuntime(html)).toBe(html);
  },
);

it.each(['<p>no island</p>', '<script>other()</script>'])('%s stays as it is', (html) => {
  expect(withoutIslandRuntime(html)).toBe(html);
});
