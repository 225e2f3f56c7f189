import { utcDay } from '../../contract/durations.ts';
import { type Language, languages } from '../../contract/language.ts';
import { referenceGroups } from '../../contract/openapi/reference.ts';
import { escapeXml } from '../../contract/text-encoding.ts';
import type { SitePage } from '../site-pages.ts';
import { type Catalogue, languagesOf } from './catalogue.ts';
import { authorPages, indexPages, type ListPage, tagPages } from './lists.ts';
import { lastChange, type Post, postPath } from './post.ts';

/** The most addresses that a sitemap may have (sitemaps.org, "Protocol"). */
export const maxSitemapPages = 50_000;

/** A page for search engines. */
export interface SitemapPage {
  readonly language: Language;
  /** The page's path, without a language prefix. */
  readonly path: string;
  /** The languages that it exists in. */
  readonly inLanguages: readonly Language[];
  /** The day of the last change, as `2026-11-20`, where it is known. */
  readonly lastChange?: string;
}

/** The pages for search engines that are not made from content. */
const ownPages = ['/developers/', ...referenceGroups.map((group) => `/developers/${group}/`)];

/**
 * Every page for search engines. Pages of content exist in every language.
 * @param contentPages the pages of sections or text
 */
export function sitemapPages(
  catalogue: Catalogue,
  contentPages: readonly Pick<SitePage, 'language' | 'path'>[],
): readonly SitemapPage[] {
  const lists = [...indexPages(catalogue), ...tagPages(catalogue), ...authorPages(catalogue)];
  return languages.flatMap((language) => [
    ...contentPages
      .filter((page) => page.language === language)
      .map(({ path }) => ({ language, path, inLanguages: languages })),
    ...ownPages.map((path) => ({ language, path, inLanguages: languages })),
    ...lists.filter((list) => list.language === language).map(listPage),
    ...catalogue[language].posts.map((post) => postPage(catalogue, post)),
  ]);
}

function listPage({ language, path, inLanguages, page }: ListPage): SitemapPage {
  const days = page.items.map((post) => utcDay(lastChange(post))).sort();
  const newest = days.at(-1);
  return { language, path, inLanguages, ...(newest ? { lastChange: newest } : {}) };
}

function postPage(catalogue: Catalogue, post: Post): SitemapPage {
  return {
    language: post.language,
    path: postPath(post),
    inLanguages: languagesOf(catalogue, post),
    lastChange: utcDay(lastChange(post)),
  };
}

type UrlOf = (path: string, language: Language) => string;

/**
 * The sitemap of these pages. Source: sitemaps.org, "Protocol"; Google Search Central, "Tell Google
 * about localized versions of your page".
 * @param urlOf the absolute address of a path in a language
 * @throws {RangeError} when there are more pages than one sitemap may have
 */
export function sitemap(pages: readonly SitemapPage[], urlOf: UrlOf): string {
  if (pages.length > maxSitemapPages) {
    throw new RangeError(
      `The site has ${pages.length} pages, and a sitemap at most ${maxSitemapPages}: split it.`,
    );
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...pages.map((page) => entry(page, urlOf)),
    '</urlset>',
    '',
  ].join('\n');
}

function entry({ language, path, inLanguages, lastChange }: SitemapPage, urlOf: UrlOf): string {
  const hasTwins = inLanguages.length > 1;
  const address = (of: Language) => escapeXml(urlOf(path, of));
  const alternate = (hreflang: string, of: Language) =>
    `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${address(of)}"/>`;
  return [
    `<url><loc>${address(language)}</loc>`,
    lastChange ? `<lastmod>${lastChange}</lastmod>` : '',
    ...(hasTwins ? inLanguages.map((of) => alternate(of, of)) : []),
    hasTwins ? alternate('x-default', inLanguages[0] ?? language) : '',
    '</url>',
  ].join('');
}
