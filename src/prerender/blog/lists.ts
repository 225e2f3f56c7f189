import { type Language, languages } from '../../contract/language.ts';
import { languageParam } from '../../i18n/paths.ts';
import { withKey } from '../page-key.ts';
import type { Catalogue, LanguagePosts } from './catalogue.ts';
import type { Post } from './post.ts';

/** One page of the index, of a tag or of an author. */
export interface ListPage {
  readonly language: Language;
  /** The path of the list's first page, without a language prefix. */
  readonly listPath: string;
  /** The path of this page, without a language prefix. */
  readonly path: string;
  /** The languages that the page exists in. Only first pages are each other's twins. */
  readonly inLanguages: readonly Language[];
  readonly page: PageOf<Post>;
}

/** A page of the list of one tag or author. */
interface ListPageOf extends ListPage {
  /** The id of the tag or author. */
  readonly id: string;
}

export const blogPath = '/blog/';

/** The path of the page that searches the posts of a language, without a language prefix. */
export const searchPath = `${blogPath}search/`;

/** The path of the posts of a tag, without a language prefix. */
export function tagPath(id: string): string {
  return `${blogPath}tags/${id}/`;
}

/** The path of the posts of an author, without a language prefix. */
export function authorPath(id: string): string {
  return `${blogPath}authors/${id}/`;
}

/** The pages of the index, in every language. */
export function indexPages(catalogue: Catalogue): readonly ListPage[] {
  return languages.flatMap((language) =>
    listPages(language, blogPath, catalogue[language].posts, languages),
  );
}

/** How many tags the index links to. */
const maxTopTags = 12;

/** The ids of the tags with most posts, in descending order. */
export function topTags({ byTag }: LanguagePosts): readonly string[] {
  return [...byTag]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))
    .slice(0, maxTopTags)
    .map(([id]) => id);
}

/** The pages of every tag, in each language that has posts of it. */
export function tagPages(catalogue: Catalogue): readonly ListPageOf[] {
  return groupPages(catalogue, 'byTag', tagPath);
}

/** The pages of every author, in each language that has posts of theirs. */
export function authorPages(catalogue: Catalogue): readonly ListPageOf[] {
  return groupPages(catalogue, 'byAuthor', authorPath);
}

/** The paths of each tag's or author's pages for `getStaticPaths`; the id stands in the address. */
export function listPaths(lists: readonly ListPageOf[], param: 'tag' | 'author') {
  return lists.map((list) => {
    const language = languageParam(list.language);
    const params = { language, [param]: list.id, page: pageParam(list.page) };
    return withKey({ params, props: { list } });
  });
}

function groupPages(
  catalogue: Catalogue,
  group: 'byTag' | 'byAuthor',
  pathOf: (id: string) => string,
): readonly ListPageOf[] {
  return languages.flatMap((language) =>
    [...catalogue[language][group]].flatMap(([id, posts]) => {
      const inLanguages = languages.filter((of) => catalogue[of][group].has(id));
      return listPages(language, pathOf(id), posts, inLanguages).map((page) => ({ ...page, id }));
    }),
  );
}

function listPages(
  language: Language,
  listPath: string,
  posts: readonly Post[],
  inLanguages: readonly Language[],
): readonly ListPage[] {
  return pagesOf(posts).map((page) => ({
    language,
    listPath,
    path: pagePath(listPath, page.number),
    inLanguages: page.number === 1 ? inLanguages : [language],
    page,
  }));
}

/** How many posts a page of the index, of a tag or of an author lists. */
const postsPerPage = 10;

/** One page of a longer list. */
export interface PageOf<T> {
  readonly items: readonly T[];
  /** The number of this page, from 1. */
  readonly number: number;
  /** How many pages there are, at least one. */
  readonly count: number;
}

/** Cuts a list into pages; an empty list is one empty page. */
export function pagesOf<T>(items: readonly T[], perPage = postsPerPage): readonly PageOf<T>[] {
  const count = Math.max(1, Math.ceil(items.length / perPage));
  return Array.from({ length: count }, (_, index) => ({
    items: items.slice(index * perPage, (index + 1) * perPage),
    number: index + 1,
    count,
  }));
}

/** The path of a page of a list; the first one has the list's own path. */
export function pagePath(listPath: string, number: number): string {
  return number === 1 ? listPath : `${listPath}${number}/`;
}

/** The parameter `page` of a page of a list: none for the first one. */
export function pageParam({ number }: PageOf<unknown>): string | undefined {
  return number === 1 ? undefined : String(number);
}
