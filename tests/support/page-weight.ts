import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { emblem, site as product } from '../../src/site.config.ts';
import { site as example } from './example-site.ts';
import { elements } from './markup.ts';
import type { BuiltSite } from './site-copy.ts';

/**
 * The bytes after gzip that an adopted product may have more: its emblem stands in the pages, and
 * its name, colours and prices differ. The limits hold for this repository's product.
 */
export const ownBytes = Object.is(product.name, example.name)
  ? 0
  : 200 + gzipSync(emblem.svg).length;

/** The weight of a page for a reader who is not signed in, in bytes after gzip. */
interface Weight {
  /** HTML, style sheets and scripts together. */
  readonly allBytes: number;
  /** Scripts alone, those inside the HTML among them. */
  readonly scriptBytes: number;
  /**
   * How many requests the page makes: itself, its styles and scripts, the pictures that are not
   * lazy, the icon, and the call for the session.
   */
  readonly requests: number;
}

/** Weighs a page of a built site. */
export function weightOf(site: BuiltSite, path: string): Weight {
  const html = site.get(path)?.toString() ?? '';
  const styles = elements(html, 'link').flatMap(({ rel, href = '' }) =>
    rel === 'stylesheet' ? [href] : [],
  );
  const scripts = scriptsOf(site, html);
  const inline = [
    ...html.matchAll(/<script(?: type="module"| data-start="[^"]*"[^>]*)?>(.*?)<\/script>/gs),
  ].map(([, text]) => text);
  const pictures = elements(html, 'img').filter(({ loading }) => loading !== 'lazy');
  const bytesOf = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + gzipped(site.get(file) ?? ''), 0);
  return {
    allBytes: gzipped(html) + bytesOf(styles) + bytesOf(scripts),
    scriptBytes: gzipped(inline.join('')) + bytesOf(scripts),
    requests: 1 + styles.length + scripts.length + pictures.length + 2,
  };
}

/** The script files of a page and all that they import at their start. */
function scriptsOf(site: BuiltSite, html: string): readonly string[] {
  const found = new Set(
    elements(html, 'script').flatMap(({ src, 'data-start': start }) => src ?? start ?? []),
  );
  // A set iterates over items that the loop adds.
  for (const file of found) {
    const text = site.get(file)?.toString() ?? '';
    for (const [, name = ''] of text.matchAll(/(?:from|import)\s*["'](\.\/[^"']+)["']/g)) {
      found.add(posix.join(posix.dirname(file), name));
    }
  }
  return [...found];
}

function gzipped(content: string | Buffer): number {
  return gzipSync(content, { level: 9 }).length;
}
