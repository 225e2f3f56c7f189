import { chromium } from 'playwright';
import { gzippedBytes, readPage } from '../../support/reader-weight.ts';

/** What a page costs somebody who is not signed in and reads it. */
export interface PageWeight {
  /** HTML, style sheets and scripts, each with gzip. */
  readonly allBytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
}

/** Weighs pages in Chromium, each in a fresh profile. */
export async function weighPages(
  urls: readonly string[],
  chromiumPath: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PageWeight>> {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: asRoot,
    // Whoever runs the bench stops it, and it closes the browser then.
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  try {
    const weights = new Map<string, PageWeight>();
    for (const url of urls) {
      signal.throwIfAborted();
      const page = await browser.newPage();
      const { files, scripts, requests } = await readPage(page, url);
      await page.close();
      weights.set(url, {
        allBytes: gzippedBytes(files.map(({ text }) => text)),
        scriptBytes: gzippedBytes(scripts),
        requests,
      });
    }
    return weights;
  } finally {
    await browser.close();
  }
}
