import { beforeAll, describe, expect, it } from 'vitest';
import { elements, unbalanced } from '../../support/markup.ts';
import { weightOf } from '../../support/page-weight.ts';
import { type BuiltSite, buildCopy, siteOrigin } from '../../support/site-copy.ts';

/** A build with all covers takes most of a minute on a slow machine. */
const BUILD_TIMEOUT_MS = 240_000;

/** What a page may weigh for a reader, in bytes after gzip, and how much it may ask for. */
const budget = { allBytes: 20_000, scriptBytes: 5_000, requests: 8 };

let site: BuiltSite;

beforeAll(async () => {
  site = await buildCopy(new Date().toISOString());
}, BUILD_TIMEOUT_MS);

const pages = () =>
  [...site]
    .filter(([path]) => path.endsWith('.html'))
    .map(([path, html]) => [path, html.toString()] as const);

describe('the pages that readers see', () => {
  it('keep to the budget of bytes, scripts and requests', () => {
    const indexed = pages().filter(([, html]) => !html.includes('content="noindex"'));
    expect(indexed.length).toBeGreaterThan(20);
    const heavy = indexed
      .map(([path]) => ({ path, ...weightOf(site, path) }))
      .filter(
        ({ allBytes, scriptBytes, requests }) =>
          allBytes > budget.allBytes ||
          scriptBytes > budget.scriptBytes ||
          requests > budget.requests,
      );
    expect(heavy).toEqual([]);
  });

  it('have no style attribute, which the content security policy would refuse', () => {
    const styled = pages().filter(([, html]) => /<[a-z][^<>]*\sstyle="/.test(html));
    expect(styled.map(([path]) => path)).toEqual([]);
  });

  it('link only to what exists', () => {
    const dead = pages().flatMap(([path, html]) =>
      elements(html, '(?:a|link)')
        .map(({ href = '' }) => new URL(href, `${siteOrigin}${path}`))
        .filter(({ origin, pathname }) => origin === siteOrigin && !pathname.startsWith('/api/'))
        .filter(({ pathname }) => !exists(decodeURI(pathname)))
        .map(({ pathname }) => `${path}: ${pathname}`),
    );
    expect(dead).toEqual([]);
  });

  it('have an anchor for every link into a page', () => {
    const dead = pages().flatMap(([path, html]) => {
      const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
      return elements(html, 'a')
        .map(({ href = '' }) => decodeURI(href))
        .filter((href) => /^#./.test(href) && !ids.has(href.slice(1)))
        .map((href) => `${path}: ${href}`);
    });
    expect(dead).toEqual([]);
  });

  it('have one heading of the first level, a description and a language', () => {
    const odd = pages()
      .filter(([path]) => !/\/(?:signin|account)\//.test(path))
      .filter(
        ([, html]) =>
          html.match(/<h1[\s>]/g)?.length !== 1 || elements(html, 'html')[0]?.lang === undefined,
      );
    expect(odd.map(([path]) => path)).toEqual([]);
  });

  it('have structured data that can be read', () => {
    const scripts = pages().flatMap(([, html]) => [
      ...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs),
    ]);
    expect(scripts.length).toBeGreaterThan(10);
    for (const [, json = ''] of scripts)
      expect(JSON.parse(json)['@context']).toBe('https://schema.org');
  });
});

it.each(['/rss.xml', '/zh/rss.xml', '/sitemap.xml'])('%s is well-formed', (path) => {
  const xml = site.get(path)?.toString() ?? '';
  expect(xml).toMatch(/^<\?xml /);
  expect(unbalanced(xml)).toEqual([]);
});

function exists(path: string): boolean {
  return site.has(path) || site.has(`${path}index.html`);
}
