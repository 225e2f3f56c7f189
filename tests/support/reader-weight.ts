import { gzipSync } from 'node:zlib';
import type { Page, Request, Response } from 'playwright';
import { openIdle } from './idle-page.ts';

/** A file that a page fetched. */
export interface Fetched {
  readonly type: 'document' | 'stylesheet' | 'script';
  readonly url: string;
  readonly text: string;
}

/** The requests of a page for a reader who opens it and scrolls. */
export interface Reading {
  readonly files: readonly Fetched[];
  /**
   * The texts of its scripts; inline scripts are one text, because the page is compressed with
   * them.
   */
  readonly scripts: readonly string[];
  /** How many requests were made for it, besides pictures that wait until a reader comes near. */
  readonly requests: number;
}

/** Opens a page like a reader, scrolls, points at its middle, and returns the fetched files. */
export async function readPage(page: Page, url: string): Promise<Reading> {
  const requested: string[] = [];
  const count = (request: Request) => {
    requested.push(request.url());
  };
  page.on('request', count);
  const fetched = filesOf(page);
  await openIdle(page, url);
  await page.mouse.wheel(0, 2000);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width / 2, height / 2);
  const files = await fetched();
  page.off('request', count);
  const waiting = await page
    .locator('img[loading="lazy"]')
    .evaluateAll((pictures) =>
      pictures.map((picture) => (picture instanceof HTMLImageElement ? picture.currentSrc : '')),
    );
  const requests = requested.filter((address) => !waiting.includes(address)).length;
  const scripts = files.filter(({ type }) => type === 'script').map(({ text }) => text);
  return { files, scripts: [...scripts, await inlineScripts(page)], requests };
}

/** Records every document, stylesheet and script that one page fetches from now on. */
export function filesOf(page: Page): () => Promise<readonly Fetched[]> {
  const files: Promise<Fetched>[] = [];
  const keep = (response: Response) => {
    const type = response.request().resourceType();
    if (type !== 'document' && type !== 'stylesheet' && type !== 'script') return;
    files.push(response.text().then((text) => ({ type, url: response.url(), text })));
  };
  page.on('response', keep);
  return () => {
    page.off('response', keep);
    return Promise.all(files);
  };
}

/** The weight of texts together, each sent with gzip. */
export function gzippedBytes(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
}

/** The inline scripts of the page; JSON for facts and rules does not count. */
async function inlineScripts(page: Page): Promise<string> {
  const scripts = page.locator('script:not([src]):not([type$="json"]):not([type$="rules"])');
  return (await scripts.allTextContents()).join('\n');
}
