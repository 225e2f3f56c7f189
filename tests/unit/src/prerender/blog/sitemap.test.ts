import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../../../../../src/contract/language.ts';
import { absoluteUrl } from '../../../../../src/i18n/paths.ts';
import { catalogueOf } from '../../../../../src/prerender/blog/catalogue.ts';
import {
  maxSitemapPages,
  type SitemapPage,
  sitemap,
  sitemapPages,
} from '../../../../../src/prerender/blog/sitemap.ts';
import { madeUpPost } from '../../../../support/made-up-post.ts';

const urlOf = (path: string, language: Language) =>
  absoluteUrl(path, language, new URL('https://mill.example'));

describe('sitemap', () => {
  it('names a page, the day of its last change, and both languages of a twin', () => {
    const xml = sitemap(
      [
        { language: 'zh', path: '/a/', inLanguages: languages, lastChange: '2026-01-02' },
        { language: 'en', path: '/b/', inLanguages: ['en'] },
      ],
      urlOf,
    );
    expect(xml.split('\n').slice(2, -2)).toEqual([
      '<url><loc>https://mill.example/zh/a/</loc><lastmod>2026-01-02</lastmod>' +
        '<xhtml:link rel="alternate" hreflang="en" href="https://mill.example/a/"/>' +
        '<xhtml:link rel="alternate" hreflang="zh" href="https://mill.example/zh/a/"/>' +
        '<xhtml:link rel="alternate" hreflang="x-default" href="https://mill.example/a/"/></url>',
      '<url><loc>https://mill.example/b/</loc></url>',
    ]);
  });

  it('escapes the special characters of XML', () => {
    const page = { language: 'en', path: '/a?b=1&c=2', inLanguages: ['en'] } as const;
    expect(sitemap([page], urlOf)).toContain('<loc>https://mill.example/a?b=1&amp;c=2</loc>');
  });

  it('refuses more pages than a sitemap may have', () => {
    const page: SitemapPage = { language: 'en', path: '/', inLanguages: languages };
    const pages = Array<SitemapPage>(maxSitemapPages + 1).fill(page);
    expect(() => sitemap(pages, urlOf)).toThrow('50001 pages');
  });
});

const groups = ['holds', 'users', 'keys', 'flows', 'open'];

it('search engines get the pages of content, the fixed pages, lists and posts', () => {
  const catalogue = catalogueOf([
    madeUpPost({ tags: ['water'], updatedDate: new Date('2026-03-01') }),
    madeUpPost({ language: 'zh' }),
    madeUpPost({ slug: 'other' }),
  ]);
  const contentPages = languages.flatMap((language) =>
    ['/', '/pricing/', '/about/'].map((path) => ({ language, path })),
  );
  const pages = sitemapPages(catalogue, contentPages);
  expect(
    pages.map((page) => `${page.language} ${page.path} ${page.inLanguages.length > 1}`),
  ).toEqual([
    'en / true',
    'en /pricing/ true',
    'en /about/ true',
    'en /developers/ true',
    ...groups.map((group) => `en /developers/${group}/ true`),
    'en /blog/ true',
    'en /blog/tags/water/ false',
    'en /blog/authors/ann/ true',
    'en /blog/a-post/ true',
    'en /blog/other/ false',
    'zh / true',
    'zh /pricing/ true',
    'zh /about/ true',
    'zh /developers/ true',
    ...groups.map((group) => `zh /developers/${group}/ true`),
    'zh /blog/ true',
    'zh /blog/authors/ann/ true',
    'zh /blog/a-post/ true',
  ]);
  const changeOf = (wanted: string) => pages.find(({ path }) => path === wanted)?.lastChange;
  expect([changeOf('/blog/'), changeOf('/blog/other/'), changeOf('/')]).toEqual([
    '2026-03-01',
    '2026-01-01',
    undefined,
  ]);
});
