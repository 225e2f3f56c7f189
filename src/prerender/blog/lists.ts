import { type Language, languages } from '../../contract/language.ts';
import type { Catalogue, Shelf } from './catalogue.ts';
import { type PageOf, pagePath, pagesOf } from './paging.ts';
import type { Post } from './post.ts';

/** One page of the index, of a tag or of an author. */
export interface ListPage {
  readonly language: Language;
  /** The path of the list's first page, without a language prefix. */
  readonly listPath: string;
  /** The path of this page, without a language prefix. */
  readonly path: string;
  /** The languages that the page exists in; later pages of a list are never each other's twins. */
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

/** How many topics the index offers. */
const maxTopTags = 12;

/** The ids of the tags with most posts, the busiest first. */
export function topTags({ byTag }: Shelf): readonly string[] {
  return [...byTag]
    .sort(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))
    .slice(0, maxTopTags)
    .map(([id]) => id);
}

/** The pages of every tag that has a post in a language, in that language. */
export function tagPages(catalogue: Catalogue): readonly ListPageOf[] {
  return groupPages(catalogue, 'byTag', tagPath);
}

/** The pages of every author who has a post in a language, in that language. */
export function authorPages(catalogue: Catalogue): readonly ListPageOf[] {
  return groupPages(catalogue, 'byAuthor', authorPath);
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
