import { expect, it } from 'vitest';
import script from '../../../../../src/client/start/inline/start-later.ts?as-text';
import { startLater } from '../../../../../src/client/start/start-later.ts';

it.each(['/_astro/page.BeTUx-_S.js', '/base/_astro/page.a.js', '/@id/astro:scripts/page.js'])(
  'the start script at %s is fetched by the script that waits',
  (address) => {
    const html = `<head><script type="module" src="${address}"></script></head><p>$&</p>`;
    expect(startLater(html)).toBe(
      `<head><script data-start="${address}">${script}</script></head><p>$&</p>`,
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
