import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect } from 'playwright/test';
import { portOf } from '../support/any-port.ts';
import { openIdle } from '../support/idle-page.ts';
import { brokenWords, observeShifts, setTextSize, shiftsOf } from './support/fitting.ts';
import { bench, downloads, openFlow, start } from './support/flows.ts';
import { test } from './support/test.ts';

test.use({ viewport: { width: 360, height: 800 } });

test('nothing in the top bar moves while the rest of it arrives', async ({ page, request }) => {
  const html = await (await request.get('/zh/')).text();
  const end = html.indexOf('</a>', html.indexOf('class="try-for-free'));
  const arriving = Promise.withResolvers<void>();
  const server = createServer(async ({ url }, response) => {
    if (url !== '/') return void response.writeHead(404).end();
    response.setHeader('content-type', 'text/html; charset=utf-8').write(html.slice(0, end));
    await arriving.promise;
    response.end(html.slice(end));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await observeShifts(page);
  await page.goto(`http://127.0.0.1:${portOf(server)}/`, { waitUntil: 'commit' });
  await page.locator('.top-bar').waitFor({ state: 'attached' });
  await page.evaluate(twoFrames);
  arriving.resolve();
  await page.waitForLoadState();
  await expect(page.locator('.top-bar .try-for-free')).toBeVisible();
  await page.evaluate(twoFrames);
  expect(await shiftsOf(page)).toEqual([]);
  server.close();
});

for (const [size, top] of [
  ['', 0],
  ['200%', -1_500],
] as const) {
  test(`the bar ${top === 0 ? 'stays' : 'goes'} as one scrolls with text of ${size || '100%'}`, async ({
    page,
  }) => {
    await page.goto('/pricing/');
    await setTextSize(page, size);
    await page.evaluate(() => scrollTo({ top: 1_500, behavior: 'instant' }));
    const bar = page.locator('.top-bar');
    await expect.poll(() => bar.evaluate((one) => one.getBoundingClientRect().top)).toBe(top);
  });
}

test('nothing moves when the sign-in page says what went wrong', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await observeShifts(page);
  await page.goto('/signin/?error=server_error');
  await expect(page.locator('[data-sign-in-again]').filter({ visible: true })).toBeVisible();
  await page.evaluate(twoFrames);
  expect(await shiftsOf(page)).toEqual([]);
});

test('a result is in view with its first line, also once its picture has come', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openFlow(page, '/flows/#social-card');
  await start(page).click();
  await expect(downloads(page)).toBeVisible();
  await expect(bench(page).getByRole('heading', { name: 'Result' })).toBeInViewport();
  const { bottom = 0 } = await page
    .locator('.top-bar')
    .evaluate((bar) => bar.getBoundingClientRect());
  const { y = 0 } = (await bench(page).locator('.flows-said').boundingBox()) ?? {};
  expect(y).toBeGreaterThan(bottom);
});

test.describe('with a wide font', () => {
  test.use({ bypassCSP: true });

  for (const path of ['/', '/products/image-shrink/', '/developers/keys/']) {
    test(`no word on ${path} breaks`, async ({ page }) => {
      await openIdle(page, path);
      await page.addStyleTag({
        content: `@font-face { font-family: Wide; src: url(${notoSerif()}) } :root { --sans: Wide }`,
      });
      await page.evaluate(() => document.fonts.load('1em Wide'));
      expect(await page.evaluate(brokenWords)).toEqual([]);
    });
  }
});

test.describe('with the fonts of Android', () => {
  // The page's policy allows its own styles alone.
  test.use({ bypassCSP: true });

  // At one of the widths, each of these pages had a heading whose lines ended elsewhere in Noto
  // Serif.
  for (const path of ['/', '/privacy/', '/products/image-shrink/', '/blog/how-credits-work/']) {
    test(`nothing on ${path} moves when the face of the headings comes`, async ({ page }) => {
      await page.route(`**${path}`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: withNotoSerif(await response.text()) });
      });
      await openIdle(page, path);
      expect(await page.evaluate(loadedFaces)).toEqual(['Heading', 'Noto Heading']);
      for (const width of [360, 412, 1_280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(movedByFace)).toEqual([]);
      }
    });
  }
});

/** The faces of the page, after those that it shows before and after its first paint are there. */
async function loadedFaces(): Promise<readonly string[]> {
  await document.fonts.load('1em "Noto Heading"');
  const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
  return loaded.map(({ family }) => family.replaceAll('"', ''));
}

/** The blocks that are elsewhere by more than a pixel than they were before the face came. */
function movedByFace(): readonly string[] {
  const { documentElement: root } = document;
  const blocks = [...document.querySelectorAll('main :is(h1, h2, h3, p, ul, dl, img), footer')];
  const tops = () => blocks.map((block) => block.getBoundingClientRect().top);
  const after = tops();
  const serif = getComputedStyle(root).getPropertyValue('--serif');
  root.style.setProperty('--serif', serif.replace(/"Heading",\s*/, ''));
  const before = tops();
  root.style.removeProperty('--serif');
  return blocks
    .filter((_, at) => Math.abs((after[at] ?? 0) - (before[at] ?? 0)) > 1)
    .map((block) => block.textContent.trim().slice(0, 50));
}

/** A page as it looks where Noto Serif is the only one of the system's fonts that it names. */
function withNotoSerif(html: string): string {
  const font = notoSerif();
  return html.replaceAll(/local\(([^)]*)\)/g, (_, name: string) =>
    name === 'Noto Serif Bold' ? `url(${font})` : 'local(none)',
  );
}

/** The address of Noto Serif in bold, whose letters are as wide as those of Verdana. */
function notoSerif(): string {
  const file = 'node_modules/@fontsource/noto-serif/files/noto-serif-latin-700-normal.woff2';
  return `data:font/woff2;base64,${readFileSync(file, 'base64')}`;
}

async function twoFrames(): Promise<void> {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}
