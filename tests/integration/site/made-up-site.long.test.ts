import { beforeAll, describe, expect, it } from 'vitest';
import { elements, texts, unbalanced } from '../../support/markup.ts';
import { slugsOf } from '../../support/search-index.ts';
import { sourceOf } from '../../support/search-recall.ts';
import { type BuiltSite, buildCopy, siteOrigin } from '../../support/site-copy.ts';
import { buildTime, freshWords, hostileTitle, madeUpPosts } from './made-up-posts.ts';

/** A build takes some seconds, and longer when it draws the pictures of posts. */
const BUILD_TIMEOUT_MS = 180_000;

let site: BuiltSite;

beforeAll(async () => {
  site = await buildCopy(buildTime, madeUpPosts);
}, BUILD_TIMEOUT_MS);

const file = (path: string) => site.get(path)?.toString() ?? '';
const page = (path: string) => file(`${path}index.html`);
const links = (path: string, rel: string) =>
  elements(page(path), 'link').filter((link) => link.rel === rel);
const alternates = (path: string) =>
  links(path, 'alternate')
    .filter(({ hreflang }) => hreflang)
    .map(({ hreflang, href }) => [hreflang, href]);
const meta = (path: string, name: string) =>
  elements(page(path), 'meta').find((tag) => tag.property === name || tag.name === name)?.content;
const pathOf = (url: string) => decodeURI(new URL(url, siteOrigin).pathname);

interface Facts {
  readonly '@type': string;
  readonly [name: string]: unknown;
}

function structuredData(path: string): readonly Facts[] {
  const [, json = '{}'] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page(path)) ?? [];
  return JSON.parse(json)['@graph'];
}

describe('a post made by the command and published', () => {
  it.each([
    ['/zh/blog/index.html', '/blog/index.html'],
    ['/zh/rss.xml', '/rss.xml'],
    ['/zh/llms.txt', '/llms.txt'],
  ])('is in %s, and not in %s', (own, other) => {
    expect(file(own)).toContain('/zh/blog/fresh/');
    expect(file(other)).not.toContain('/blog/fresh/');
  });

  it('is a page and in the sitemap, in its language only', () => {
    expect(page('/zh/blog/fresh/')).toContain(freshWords);
    const named = texts(file('/sitemap.xml'), 'loc').map(pathOf);
    expect(named.filter((path) => path.includes('fresh'))).toEqual(['/zh/blog/fresh/']);
    expect([...site.keys()].filter((path) => path.startsWith('/blog/fresh'))).toEqual([]);
  });

  it('is found by its words, in its language only', async () => {
    expect(await slugsOf(freshWords, sourceOf(site, 'zh'))).toEqual(['fresh']);
    expect(await slugsOf(freshWords, sourceOf(site, 'en'))).toEqual([]);
  });
});

describe('an unpublished post', () => {
  it('is in no file of the site', () => {
    const traces = [...site].filter(
      ([path, content]) => /unripe/i.test(path) || /unripe|未熟的/i.test(content.toString()),
    );
    expect(traces.map(([path]) => path)).toEqual([]);
  });

  it('makes no page for a tag of its own', () => {
    const tags = [...site.keys()].filter((path) => /\/tags\/[^/]+\/index\.html$/.test(path)).sort();
    expect(tags).toEqual([
      '/blog/tags/credits/index.html',
      '/blog/tags/ledger/index.html',
      '/zh/blog/tags/credits/index.html',
      '/zh/blog/tags/ledger/index.html',
      '/zh/blog/tags/text/index.html',
    ]);
  });
});

describe('the index', () => {
  it('gives the canonical address of each page', () => {
    expect(links('/blog/2/', 'canonical')[0]?.href).toBe(`${siteOrigin}/blog/2/`);
    expect(links('/blog/', 'next').map(({ href }) => href)).toEqual(['/blog/2/']);
    expect(links('/blog/2/', 'prev').map(({ href }) => href)).toEqual(['/blog/']);
    expect([...links('/blog/', 'prev'), ...links('/blog/2/', 'next')]).toEqual([]);
    expect(texts(page('/blog/2/'), 'title')[0]).toContain('page 2');
    expect(alternates('/blog/2/')).toEqual([]);
  });
});

describe('languages', () => {
  it('are named where the twin exists, with English as the default', () => {
    const both = [
      ['en', `${siteOrigin}/blog/twin/`],
      ['zh', `${siteOrigin}/zh/blog/twin/`],
      ['x-default', `${siteOrigin}/blog/twin/`],
    ];
    expect(alternates('/blog/twin/')).toEqual(both);
    expect(alternates('/zh/blog/twin/')).toEqual(both);
    for (const path of ['/blog/plain-01/', '/zh/blog/only/', '/zh/blog/tags/text/']) {
      expect(alternates(path)).toEqual([]);
    }
  });

  it('are switched to the twin, or to the blog where there is none', () => {
    const other = (path: string) =>
      elements(page(path), 'a').find((link) => link.hrefLang ?? link.hreflang)?.href;
    expect(other('/blog/twin/')).toBe('/zh/blog/twin/');
    expect(other('/blog/plain-01/')).toBe('/zh/blog/');
    expect(other('/zh/blog/only/')).toBe('/blog/');
    const name = (path: string) =>
      page(path).match(/data-switch="language" class="bar-link">([^<]+)/)?.[1];
    expect(name('/blog/twin/')).toBe('中文');
    expect(name('/blog/plain-01/')).toBe('去中文博客');
    expect(name('/zh/blog/only/')).toBe('Blog in English');
  });

  it('of the default language offer themselves in others, where they have a twin', () => {
    const offers = (path: string) => elements(page(path), 'dialog').map(({ lang }) => lang);
    expect(offers('/blog/twin/')).toEqual(['zh']);
    expect(offers('/blog/plain-01/')).toEqual([]);
    expect(offers('/zh/blog/twin/')).toEqual([]);
  });

  it('a translation says that the original was updated since', () => {
    expect(page('/zh/blog/twin/')).toContain('英语原文已于 2026 年 5 月 1 日更新');
    expect(page('/blog/twin/')).not.toContain('original was updated');
    expect(page('/zh/blog/only/')).not.toContain('英语原文');
  });
});

describe('the sitemap', () => {
  const entries = () => file('/sitemap.xml').split('<url>').slice(1);

  it('names every page that may be indexed, and no other', () => {
    const indexed = [...site.keys()]
      .filter((path) => path.endsWith('.html') && !file(path).includes('content="noindex"'))
      .map((path) => path.replace(/index\.html$/, ''));
    const named = texts(file('/sitemap.xml'), 'loc').map(pathOf);
    expect(named.toSorted()).toEqual(indexed.sort());
    expect(unbalanced(file('/sitemap.xml'))).toEqual([]);
  });

  it('has the alternates that each page names itself', () => {
    for (const entry of entries()) {
      const [url = ''] = texts(entry, 'loc');
      const named = elements(entry, 'xhtml:link').map(({ hreflang, href }) => [hreflang, href]);
      expect(named).toEqual(alternates(pathOf(url)));
    }
  });
});

it.each([
  ['/rss.xml', '/blog/', ['A twin', hostileTitle, 'Plain 11'], 14],
  ['/zh/rss.xml', '/zh/blog/', ['今天写的', '双胞胎', '只有中文'], 4],
])('the feeds %s has the posts of its language', (path, index, first, count) => {
  const xml = file(path);
  expect(unbalanced(xml)).toEqual([]);
  const items = xml.split('<item>').slice(1);
  expect(items).toHaveLength(count);
  expect(items.slice(0, 3).flatMap((item) => texts(item, 'title'))).toEqual(first);
  for (const link of texts(xml, 'guid')) expect(site.has(`${pathOf(link)}index.html`)).toBe(true);
  const feeds = links(index, 'alternate').filter(({ type }) => type === 'application/rss+xml');
  expect(feeds.map(({ href }) => href)).toEqual([path]);
});

it.each(['/llms.txt', '/zh/llms.txt'])('%s lists pages that exist', (path) => {
  expect(file(path)).toMatch(/^# \S.*\n\n> \S.*\n\n## /);
  const urls = [...file(path).matchAll(/^- \[.+\]\((\S+)\): \S/gm)].map(([, url = '']) => url);
  expect(urls.length).toBeGreaterThan(4);
  expect(urls.filter((url) => !site.has(`${pathOf(url)}index.html`))).toEqual([]);
});

describe('a post', () => {
  it('cannot end a script or an attribute by its title', () => {
    expect(structuredData('/blog/hostile/')[0]?.headline).toBe(hostileTitle);
    expect(meta('/blog/hostile/', 'og:title')).toBe(hostileTitle);
    expect(page('/blog/hostile/')).not.toContain(hostileTitle);
  });

  it('has a picture for previews', () => {
    expect(meta('/blog/twin/', 'og:type')).toBe('article');
    expect(meta('/blog/twin/', 'twitter:card')).toBe('summary_large_image');
    const picture = meta('/blog/twin/', 'og:image') ?? '';
    expect(picture).toBe(`${siteOrigin}/og/en/twin.png`);
    expect(site.has(pathOf(picture))).toBe(true);
  });

  it('has its cover as WebP in three widths, with its size, fetched before other pictures', () => {
    const cover = elements(page('/blog/twin/'), 'img').find(({ alt }) => alt === 'A wheel');
    expect(cover).toMatchObject({ width: '1200', height: '630', fetchpriority: 'high' });
    const copies = cover?.srcset?.split(', ').map((copy) => copy.split(' ')) ?? [];
    expect(copies.map(([, width]) => width)).toEqual(['480w', '800w', '1200w']);
    for (const [path = ''] of copies)
      expect(site.get(path)?.subarray(8, 12).toString()).toBe('WEBP');
  });

  it('lists its contents, its neighbours and related posts', () => {
    const html = page('/blog/plain-05/');
    const anchors = elements(html, 'a')
      .map(({ href = '' }) => href)
      .filter((href) => /^#\w/.test(href));
    expect(anchors).toEqual(['#content', '#first', '#second', '#third', '#first']);
    const ways = elements(html, 'a').filter(({ rel }) => rel === 'prev' || rel === 'next');
    expect(ways.map(({ rel, href }) => [rel, href])).toEqual([
      ['prev', '/blog/plain-04/'],
      ['next', '/blog/plain-06/'],
    ]);
    const [, related = ''] = html.split('On the same topics');
    expect(related.match(/\/blog\/[\w-]+\//g)?.slice(0, 3)).toEqual([
      '/blog/twin/',
      '/blog/hostile/',
      '/blog/plain-11/',
    ]);
  });
});

it('a former address leads to the post, in its language', () => {
  expect(JSON.parse(file('/redirects.json'))).toEqual({
    '/blog/former-twin/': '/blog/twin/',
    '/zh/blog/former-twin/': '/zh/blog/twin/',
  });
  for (const prefix of ['', '/zh']) {
    const html = page(`${prefix}/blog/former-twin/`);
    const refresh = elements(html, 'meta').find((tag) => tag['http-equiv'] === 'refresh');
    expect(refresh?.content).toBe(`0; url=${prefix}/blog/twin/`);
    expect(meta(`${prefix}/blog/former-twin/`, 'robots')).toBe('noindex');
    expect(links(`${prefix}/blog/former-twin/`, 'canonical')[0]?.href).toBe(
      `${siteOrigin}${prefix}/blog/twin/`,
    );
  }
});
