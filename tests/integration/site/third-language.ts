import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentTypeOf } from '../../../infra/edge/site-file.ts';
import { languages } from '../../../src/contract/language.ts';
import { sampleLanguages } from '../../../src/contract/openapi/samples.ts';
import { problems } from '../../../src/contract/problem.ts';
import { currencies, packs, site } from '../../../src/site.config.ts';
import { launchBrowser } from '../../support/headless-browser.ts';
import { type BuiltSite, siteOrigin } from '../../support/site-copy.ts';
import { digested, isThird, third } from '../../support/third-language.ts';

/** The narrowest screen that pages are made for, in CSS pixels. */
const NARROW_PX = 360;

const literal = (text: string) => text.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`);

/**
 * Texts without a language: the product's name and address, formats, units, the codes of errors,
 * dates, money and durations. `Intl` writes these in English for an unknown language.
 */
const names = new RegExp(
  [
    // As HTML writes it.
    literal(site.name.replaceAll('&', '&amp;')),
    literal(site.contactEmail),
    // A founder's own words: a pack without a name in a language shows the default one's.
    ...packs.map(({ names: { en } }) => literal(en)),
    'JPEG|PNG|WebP|AVIF|kB|&nbsp;',
    ...sampleLanguages,
    ...Object.keys(problems),
    '\\d+ \\w+ \\d{4}',
    'CN¥[\\d.,]+',
    // Where a language has no sign for a currency, its code stands there.
    ...currencies,
    '[\\d.,]+ (?:days?|months?)',
  ].join('|'),
  'g',
);

/** The made-up language in a built site. */
export function describeThirdLanguage(site: () => BuiltSite): void {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  const pages = () => [...site().keys()].filter((path) => path.endsWith('.html'));
  const pagesOfThird = () => pages().filter((path) => path.startsWith(`/${third}/`));
  const narrowPages = () =>
    pagesOfThird().filter((path) => !leadsAway(site().get(path)) && !path.includes('/made-up-'));

  it('every page exists in it', () => {
    const prefix = new RegExp(`^/(?:${[...languages, third].join('|')})/`);
    const english = pages().filter((path) => !prefix.test(path) && !path.startsWith('/admin/'));
    const expected = english.map((path) => path.replace(/^\/404\.html$/, '/404/index.html'));
    expect(pagesOfThird().sort()).toEqual(expected.map((path) => `/${third}${path}`).sort());
  });

  it('every text of its pages is translated', () => {
    const left = pagesOfThird().flatMap((path) =>
      textsFor(site().get(path)?.toString() ?? '')
        .filter((text) => /\p{L}{2}/u.test(text.replace(names, '')))
        .filter((text) => !isThird(text) && !digested.some((example) => example.includes(text)))
        .map((text) => `${path}: ${text}`),
    );
    expect([...new Set(left)]).toEqual([]);
  });

  it(`its pages fit a screen of ${NARROW_PX} pixels, with the menu open too`, async () => {
    // Without scripts, because pages for signed-in users redirect by script.
    const page = await browser.newPage({
      viewport: { width: NARROW_PX, height: 740 },
      javaScriptEnabled: false,
    });
    await page.route('**/*', (route) => {
      const { pathname } = new URL(route.request().url());
      const path = pathname.replace(/\/$/, '/index.html');
      const body = site().get(path);
      return body ? route.fulfill({ body, contentType: contentTypeOf(path) }) : route.abort();
    });
    const broken: string[] = [];
    for (const path of narrowPages()) {
      await page.goto(`${siteOrigin}${path.replace(/index\.html$/, '')}`);
      await page.evaluate(() => document.getElementById('drawer')?.showPopover());
      broken.push(...(await tooWide(page)).map((what) => `${path}: ${what}`));
    }
    await page.close();
    expect(broken).toEqual([]);
  }, 120_000);
}

/** Whether a page is only the redirect from a post's old address. */
function leadsAway(html: Buffer | undefined): boolean {
  return html?.includes('http-equiv="refresh"') ?? false;
}

/** Elements in another language than the page's. */
const ofOthers = new RegExp(`<(\\w+)\\b[^>]*\\slang="(?!${third}")[^"]*"[^>]*>.*?</\\1>`, 'gs');

/** The texts of a page outside code and other languages, with those for screen readers. */
function textsFor(html: string): readonly string[] {
  const shown = html
    .replace(/<(script|style|code|pre)\b.*?<\/\1>/gs, '')
    .replaceAll(/&#(?:39|x27);/g, "'")
    // Markdown has drawings as blocks of code, which stay as they are.
    .replace(/<figure class="(?:bars|sequence).*?<\/figure>/gs, '')
    .replace(ofOthers, '');
  const said = [...shown.matchAll(/\s(?:alt|aria-label|placeholder|title)="([^"]+)"/g)];
  return [...shown.split(/<[^>]*>/), ...said.map(([, text = '']) => text)]
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** The elements that reach over the edge of the page, of a button, a table or a part of the bar. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate((widthPx) => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const nameOf = (element: Element) => `${element.localName} ${element.textContent?.trim()}`;
    const over = document.documentElement.scrollWidth > widthPx ? ['the page scrolls'] : [];
    const boxes = document.querySelectorAll('.top-bar *, .drawer *, button, .button, th, td');
    const broken = [...boxes].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      if (width === 0 || scrolls(element)) return false;
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
      return left < -1 || right > widthPx + 1 || isCut;
    });
    return [...over, ...broken.map(nameOf)];
  }, NARROW_PX);
}
