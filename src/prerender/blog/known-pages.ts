import { type Language, languages } from '../../contract/language.ts';
import { type Catalogue, languagesOf } from './catalogue.ts';
import { authorPages, indexPages, type ListPage, tagPages } from './lists.ts';
import { isoDay, lastChange, type Post, postPath } from './post.ts';
import type { SitemapPage } from './sitemap.ts';

/** The pages of the site that search engines should know and that come from no content. */
const ownPages = ['/', '/pricing/', '/developers/'] as const;

/**
 * Every page that search engines should know.
 * @param textPages the ids of the text pages, as `en/about`
 */
export function knownPages(
  catalogue: Catalogue,
  textPages: readonly string[],
): readonly SitemapPage[] {
  const lists = [...indexPages(catalogue), ...tagPages(catalogue), ...authorPages(catalogue)];
  return languages.flatMap((language) => [
    ...ownPages.map((path) => ({ language, path, inLanguages: languages })),
    ...textPages.filter(isOf(language)).map((id) => textPage(language, id)),
    ...lists.filter((list) => list.language === language).map(listPage),
    ...catalogue[language].posts.map((post) => postPage(catalogue, post)),
  ]);
}

function isOf(language: Language): (id: string) => boolean {
  return (id) => id.startsWith(`${language}/`);
}

/** A text page is written in every language. */
function textPage(language: Language, id: string): SitemapPage {
  return { language, path: `${id.slice(language.length)}/`, inLanguages: languages };
}

function listPage({ language, path, inLanguages, page }: ListPage): SitemapPage {
  const days = page.items.map((post) => isoDay(lastChange(post))).sort();
  const newest = days.at(-1);
  return { language, path, inLanguages, ...(newest ? { lastChange: newest } : {}) };
}

function postPage(catalogue: Catalogue, post: Post): SitemapPage {
  return {
    language: post.language,
    path: postPath(post),
    inLanguages: languagesOf(catalogue, post),
    lastChange: isoDay(lastChange(post)),
  };
}
