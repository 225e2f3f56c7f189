import { byLanguage, type Language, languages, otherLanguages } from '../../contract/language.ts';
import type { Post } from './post.ts';

/** The posts of one language. Every list is newest first. */
export interface Shelf {
  readonly posts: readonly Post[];
  readonly bySlug: ReadonlyMap<string, Post>;
  /** The posts of each tag that has any, by the tag's id. */
  readonly byTag: ReadonlyMap<string, readonly Post[]>;
  /** The posts of each author who has any, by the author's id. */
  readonly byAuthor: ReadonlyMap<string, readonly Post[]>;
}

export type Catalogue = Readonly<Record<Language, Shelf>>;

/** Sorts posts into the shelves of their languages. */
export function catalogueOf(posts: readonly Post[]): Catalogue {
  return byLanguage((language) => shelfOf(posts.filter((post) => post.language === language)));
}

/** The same post in the other languages, where it exists. */
export function twinsOf(catalogue: Catalogue, { language, slug }: Post): readonly Post[] {
  return otherLanguages(language).flatMap((other) => catalogue[other].bySlug.get(slug) ?? []);
}

/** The languages that a post exists in. */
export function languagesOf(catalogue: Catalogue, { slug }: Post): readonly Language[] {
  return languages.filter((language) => catalogue[language].bySlug.has(slug));
}

/** A post with those that came out right before and right after it. */
interface PostInOrder {
  readonly post: Post;
  readonly older: Post | undefined;
  readonly newer: Post | undefined;
}

/** The posts of a shelf with their neighbours. */
export function inOrder({ posts }: Shelf): readonly PostInOrder[] {
  return posts.map((post, position) => ({
    post,
    older: posts[position + 1],
    newer: posts[position - 1],
  }));
}

function shelfOf(posts: readonly Post[]): Shelf {
  const sorted = posts.toSorted(newestFirst);
  return {
    posts: sorted,
    bySlug: new Map(sorted.map((post) => [post.slug, post])),
    byTag: grouped(sorted, ({ tags }) => tags),
    byAuthor: grouped(sorted, ({ author }) => [author]),
  };
}

/** Of the same day by slug, so that two builds give one order. */
function newestFirst(a: Post, b: Post): number {
  const byDay = b.publishDate.getTime() - a.publishDate.getTime();
  return byDay || (a.slug < b.slug ? -1 : 1);
}

function grouped(
  posts: readonly Post[],
  keysOf: (post: Post) => readonly string[],
): ReadonlyMap<string, readonly Post[]> {
  const groups = new Map<string, Post[]>();
  for (const post of posts) {
    for (const key of new Set(keysOf(post))) {
      const group = groups.get(key);
      if (group) group.push(post);
      else groups.set(key, [post]);
    }
  }
  return groups;
}
