import { expect, type Page } from 'playwright/test';
import { openIdle } from '../../support/idle-page.ts';

/** How far content may reach over the edge, in pixels: widths are rounded. */
const ROUNDING_PX = 1;

/**
 * Opens a page in a narrow window, and expects that it fits a phone, large text, forced colours and
 * calm eyes, and that nothing in it moves. Leaves the page as it was.
 */
export async function expectFitting(page: Page, path: string): Promise<void> {
  await observeShifts(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openIdle(page, path);
  expect(await page.evaluate(brokenWords)).toEqual([]);
  expect(await page.evaluate(linesFromDots)).toEqual([]);
  expect(await page.evaluate(typeOutsideScale)).toEqual([]);
  await scrollThrough(page);
  expect(await shiftsOf(page)).toEqual([]);
  expect(await animations(page, 'endless')).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await animations(page, 'any')).toEqual([]);

  await page.emulateMedia({ forcedColors: 'active' });
  expect(await withoutEdge(page)).toEqual([]);

  await page.emulateMedia({ forcedColors: 'none' });
  await setTextSize(page, '200%');
  await expect.poll(() => page.evaluate(widthOver)).toBeLessThanOrEqual(ROUNDING_PX);
  await setTextSize(page, '');
}

/** The words, amounts and marks outside code that begin on one line and end on the next. */
export function brokenWords(): readonly string[] {
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

/** The paragraphs with a line that begins with the dot between two facts, where it separates nothing. */
function linesFromDots(): readonly string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const paragraph = node.parentElement?.closest('p');
    const at = node.nodeValue?.indexOf('·') ?? -1;
    if (!paragraph || at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    // A space may stand before it.
    const isFirst = range.getBoundingClientRect().left < paragraph.getBoundingClientRect().left + 8;
    if (isFirst && paragraph.checkVisibility()) found.push(paragraph.textContent.trim());
  }
  return found;
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
export async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts, shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'hadRecentInput')) continue;
        const before: number = Reflect.get(globalThis, 'shift');
        Reflect.set(globalThis, 'shift', before + Reflect.get(entry, 'value'));
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

/** The layout shifts that were kept. */
export function shiftsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => Reflect.get(globalThis, 'shifts'));
}

/** How much of the window they moved together, as Chromium counts it. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => Reflect.get(globalThis, 'shift'));
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

/** Changes the size of text, and of nothing else, as Firefox does with "Zoom text only". */
export async function setTextSize(page: Page, size: string): Promise<void> {
  await page.locator('html').evaluate((root, fontSize) => {
    root.style.fontSize = fontSize;
  }, size);
}

/** How far the page is wider than the window, in pixels. */
function widthOver(): number {
  return document.documentElement.scrollWidth - innerWidth;
}
