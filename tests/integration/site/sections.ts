import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { contentTypeOf } from '../../../infra/edge/site-file.ts';
import { sectionKinds } from '../../../src/content/section-schema.ts';
import { languages, localizedPath } from '../../../src/contract/language.ts';
import { launchBrowser } from '../../support/headless-browser.ts';
import { madeUpPages } from '../../support/made-up-sections.ts';
import { pageFaults } from '../../support/page-faults.ts';
import { ownBytes, weightOf } from '../../support/page-weight.ts';
import { seededRandom } from '../../support/random.ts';
import { type BuiltSite, siteOrigin } from '../../support/site-copy.ts';

const LOOKS_TIMEOUT_MS = 180_000;
const pages = 20;
const examples = 'section-examples';
const folder = 'src/content/pages';

/** The limits of a page for a reader, in bytes after gzip. */
const budget = { allBytes: 20_000, scriptBytes: 5_000, requests: 8 };

/** Adds pages of random sections in every language, and publishes the examples, which are a draft. */
export async function addPages(root: string): Promise<void> {
  for (const language of languages) {
    const texts = madeUpPages(language, pages, seededRandom(17));
    for (const [at, text] of texts.entries()) {
      await writeFile(join(root, folder, language, `made-up-${at}.md`), text);
    }
    const file = join(root, folder, language, `${examples}.md`);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('draft: true', 'draft: false'));
  }
}

const pathOf = (slug: string, language: (typeof languages)[number]) =>
  localizedPath(`/${slug}/`, language);

const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const;

/** The pages of sections in a built site. */
export function describeSections(site: () => BuiltSite): void {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(() => browser?.close());

  it.each(languages)('every combination of ten sections keeps to the budget (%s)', (language) => {
    const slugs = [...Array.from({ length: pages }, (_, at) => `made-up-${at}`), examples];
    const weights = slugs.map((slug) => {
      const path = `${pathOf(slug, language)}index.html`;
      expect([path, site().has(path)]).toEqual([path, true]);
      return { slug, ...weightOf(site(), path) };
    });
    const heavy = weights.filter(
      ({ allBytes, scriptBytes, requests }) =>
        allBytes > budget.allBytes + ownBytes ||
        scriptBytes > budget.scriptBytes ||
        requests > budget.requests,
    );
    expect(heavy).toEqual([]);
  });

  test('the examples have a section of each kind, in every language', async () => {
    for (const language of languages) {
      const text = await readFile(join(folder, language, `${examples}.md`), 'utf8');
      const shown = new Set([...text.matchAll(/^ {2}- kind: (\w+)$/gm)].map(([, kind]) => kind));
      expect([...shown].toSorted()).toEqual(sectionKinds.map(({ kind }) => kind).toSorted());
    }
  });

  it.each(languages)(
    'axe finds nothing on the examples, in both themes and widths, and nothing scrolls sideways (%s)',
    async (language) => {
      for (const { width, colorScheme } of looks) {
        const context = await browser.newContext({
          viewport: { width, height: 800 },
          ...{ colorScheme, reducedMotion: 'reduce', bypassCSP: true },
        });
        const page = await context.newPage();
        await page.route('**/*', (route) => {
          const path = new URL(route.request().url()).pathname.replace(/\/$/, '/index.html');
          const body = site().get(path);
          return body ? route.fulfill({ body, contentType: contentTypeOf(path) }) : route.abort();
        });
        await page.goto(`${siteOrigin}${pathOf(examples, language)}`);
        expect(await pageFaults(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await context.close();
      }
    },
    LOOKS_TIMEOUT_MS,
  );
}
