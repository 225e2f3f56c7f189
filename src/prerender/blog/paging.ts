/** How many posts a page of the index, of a tag or of an author lists. */
const postsPerPage = 10;

/** One page of a longer list. */
export interface PageOf<T> {
  readonly items: readonly T[];
  /** Which page this is, from 1. */
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
