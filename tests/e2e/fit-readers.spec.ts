import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, type Page } from 'playwright/test';
import { portOf } from '../support/any-port.ts';
import { openIdle } from '../support/idle-page.ts';
import { publicPaths } from './support/public-paths.ts';
import { test } from './support/test.ts';

/** How far content may reach over the edge, in pixels: widths are rounded. */
const ROUNDING_PX = 1;

test.use({ viewport: { width: 360, height: 800 } });

for (const path of publicPaths) {
  test(`${path} fits a phone, large text, forced colours and calm eyes, and nothing in it moves`, async ({
    page,
  }) => {
    await observeShifts(page);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await openIdle(page, path);
    expect(await page.evaluate(brokenWords)).toEqual([]);
    expect(await page.evaluate(typeOutsideScale)).toEqual([]);
    await scrollThrough(page);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts'))).toEqual([]);
    expect(await animations(page, 'endless')).toEqual([]);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await animations(page, 'any')).toEqual([]);

    await page.emulateMedia({ forcedColors: 'active' });
    expect(await withoutEdge(page)).toEqual([]);

    await page.emulateMedia({ forcedColors: 'none' });
    await enlarge(page);
    await expect.poll(() => page.evaluate(widthOver)).toBeLessThanOrEqual(ROUNDING_PX);
  });
}

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
  expect(await page.evaluate(() => Reflect.get(globalThis, 'shifts'))).toEqual([]);
  server.close();
});

test.describe('with the fonts of Android', () => {
  // The page's policy allows its own styles alone.
  test.use({ bypassCSP: true });

  // Each had a heading whose lines ended elsewhere in Noto Serif, at one of the widths.
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
  root.dataset.early = 'painted';
  const before = tops();
  delete root.dataset.early;
  return blocks
    .filter((_, at) => Math.abs((after[at] ?? 0) - (before[at] ?? 0)) > 1)
    .map((block) => block.textContent.trim().slice(0, 50));
}

/** A page as it looks where Noto Serif is the only one of the system's fonts that it names. */
function withNotoSerif(html: string): string {
  const file = 'noto-serif-latin-700-normal.woff2';
  const font = readFileSync(`node_modules/@fontsource/noto-serif/files/${file}`, 'base64');
  return html.replaceAll(/local\(([^)]*)\)/g, (_, name: string) =>
    name === 'Noto Serif Bold' ? `url(data:font/woff2;base64,${font})` : 'local(none)',
  );
}

async function twoFrames(): Promise<void> {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}

/** The words, amounts and marks outside code that begin on one line and end on the next. */
function brokenWords(): readonly string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    if (node.parentElement?.closest('code, pre, script, style')) continue;
    for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[a-z\d$¥.,]+/gi)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
}

/**
 * The texts in a third weight, or smaller than 14 px. A browser looks for each face anew in each
 * weight and size, and Chinese asks for more faces than Latin (`docs/design.md`).
 */
function typeOutsideScale(): readonly string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const outside: string[] = [];
  while (texts.nextNode()) {
    const { nodeValue, parentElement: element } = texts.currentNode;
    if (!nodeValue?.trim() || !element?.checkVisibility() || element.closest('svg')) continue;
    const { fontSize, fontWeight } = getComputedStyle(element);
    const isInScale = Number.parseFloat(fontSize) >= 14 && ['400', '700'].includes(fontWeight);
    if (!isInScale) outside.push(`${fontSize} ${fontWeight} ${nodeValue.trim()}`);
  }
  return outside;
}

/** Source: `LayoutShiftAttribution` in the Layout Instability API. */
interface ShiftSource {
  readonly node?: Node;
  readonly previousRect: DOMRectReadOnly;
  readonly currentRect: DOMRectReadOnly;
}

/** Keeps the layout shifts that no press caused (Layout Instability API), from the page's start. */
async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput')) continue;
        const sources: readonly ShiftSource[] = Reflect.get(entry, 'sources');
        for (const { node, previousRect, currentRect } of sources) {
          const rects = JSON.stringify([previousRect, currentRect]);
          const place = `${node?.nodeName} in ${node?.parentElement?.outerHTML.slice(0, 200)}`;
          shifts.push(`after ${entry.startTime} ms, ${rects}: ${place}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Scrolls to the end in steps, so that what is lazy loads, and back. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }
    scrollTo({ top: 0, behavior: 'instant' });
  });
  await page.waitForLoadState('networkidle');
}

/** The animations that run: all of them, or the endless ones. */
function animations(page: Page, which: 'any' | 'endless'): Promise<readonly string[]> {
  return page.evaluate((wanted) => {
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    return running
      .filter(({ effect }) => wanted === 'any' || effect?.getTiming().iterations === Infinity)
      .map(({ effect }) =>
        effect instanceof KeyframeEffect ? (effect.target?.className ?? '') : '',
      );
  }, which);
}

/** The buttons and fields that nothing but a colour of ours told from what is around them. */
function withoutEdge(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const pressed =
      'main :is(.button, .try-for-free, textarea, select, input:is([type=search], [type=text], [type=number]))';
    return [...document.querySelectorAll(pressed)]
      .filter((element) => element.checkVisibility())
      .filter((element) => Number.parseFloat(getComputedStyle(element).borderTopWidth) === 0)
      .map((element) => element.outerHTML.slice(0, 200));
  });
}

/** Doubles the text, and nothing else, as Firefox does with "Zoom text only". */
async function enlarge(page: Page): Promise<void> {
  await page.locator('html').evaluate((root) => {
    root.style.fontSize = '200%';
  });
}

/** How far the page is wider than the window, in pixels. */
function widthOver(): number {
  return document.documentElement.scrollWidth - innerWidth;
}
