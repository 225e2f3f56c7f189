import {
  byLanguage,
  defaultLanguage,
  type Language,
  languages,
  otherLanguages,
} from '../../contract/language.ts';
import { lastChange, type Post } from './post.ts';

/** The longest list of related posts. */
const maxRelatedPosts = 3;

/** How many of a tag's newest posts are compared: an old one hardly ever ranks first. */
export const maxCandidatesPerTag = 200;

/** The posts of one language. Every list is newest first. */
export interface LanguagePosts {
  readonly posts: readonly Post[];
  readonly bySlug: ReadonlyMap<string, Post>;
  /** By the id of a tag; a tag without posts is missing. */
  readonly byTag: ReadonlyMap<string, readonly Post[]>;
  /** By the id of an author; an author without posts is missing. */
  readonly byAuthor: ReadonlyMap<string, readonly Post[]>;
}

export type Catalogue = Readonly<Record<Language, LanguagePosts>>;

/** Groups posts by language, tag and author. */
export function catalogueOf(posts: readonly Post[]): Catalogue {
  return byLanguage((language) =>
    languagePostsOf(posts.filter((post) => post.language === language)),
  );
}

/** The same post in the other languages, where it exists. */
export function twinsOf(catalogue: Catalogue, { language, slug }: Post): readonly Post[] {
  return otherLanguages(language).flatMap((other) => catalogue[other].bySlug.get(slug) ?? []);
}

/** The languages that a post exists in. */
export function languagesOf(catalogue: Catalogue, { slug }: Post): readonly Language[] {
  return languages.filter((language) => catalogue[language].bySlug.has(slug));
}

/** The posts of a language, each with the ones published right before and right after it. */
export function withNeighbours({ posts }: LanguagePosts) {
  return posts.map((post, position) => ({
    post,
    older: posts[position + 1],
    newer: posts[position - 1],
  }));
}

function languagePostsOf(posts: readonly Post[]): LanguagePosts {
  const sorted = posts.toSorted(newestFirst);
  return {
    posts: sorted,
    bySlug: new Map(sorted.map((post) => [post.slug, post])),
    byTag: grouped(sorted, ({ tags }) => tags),
    byAuthor: grouped(sorted, ({ author }) => [author]),
  };
}

/** Posts of one day are sorted by slug, so that every build gives the same order. */
function newestFirst(a: Post, b: Post): number {
  const byDay = b.publishDate.getTime() - a.publishDate.getTime();
  return byDay || (a.slug < b.slug ? -1 : 1);
}

function grouped(
  posts: readonly Post[],
  keysOf: (post: Post) => readonly string[],
): ReadonlyMap<string, readonly Post[]> {
  const keyed = posts.flatMap((post) => [...new Set(keysOf(post))].map((key) => ({ key, post })));
  const groups = Map.groupBy(keyed, ({ key }) => key);
  return new Map([...groups].map(([key, found]) => [key, found.map(({ post }) => post)]));
}

/** A slug that a post had before, in the post's language. */
export interface Redirect {
  readonly formerSlug: string;
  readonly post: Post;
}

/** The former addresses of the published posts. */
export function redirectsOf(catalogue: Catalogue): readonly Redirect[] {
  return languages.flatMap((language) =>
    catalogue[language].posts.flatMap((post) =>
      post.redirectFrom.map((formerSlug) => ({ formerSlug, post })),
    ),
  );
}

/**
 * The original of a translation, when its update is newer than the translation's last change. The
 * post published first is the original. Among posts published together, the original is the one in
 * the default language.
 * @param twins the same post in the other languages
 */
export function newerOriginal(post: Post, twins: readonly Post[]): Post | undefined {
  const [original] = [post, ...twins].toSorted(originalFirst);
  if (original === post || !original?.updatedDate) return undefined;
  return lastChange(post) < original.updatedDate ? original : undefined;
}

function originalFirst(a: Post, b: Post): number {
  const days = a.publishDate.getTime() - b.publishDate.getTime();
  return days || Number(b.language === defaultLanguage) - Number(a.language === defaultLanguage);
}

/** The posts that share tags with one, sorted by the number of shared tags, then newest first. */
export function relatedPosts({ byTag }: LanguagePosts, post: Post): readonly Post[] {
  const shared = new Map<Post, number>();
  for (const tag of new Set(post.tags)) {
    for (const other of byTag.get(tag)?.slice(0, maxCandidatesPerTag) ?? []) {
      if (other !== post) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
  }
  return firstOf([...shared]);
}

/** A post and the number of tags that it shares. */
type Candidate = readonly [post: Post, tags: number];

/** The first posts of all candidates. Sorting them all would take most of the time. */
function firstOf(candidates: readonly Candidate[]): readonly Post[] {
  const first: Candidate[] = [];
  for (const candidate of candidates) {
    const last = first[maxRelatedPosts - 1];
    if (last && mostTagsFirst(candidate, last) >= 0) continue;
    const place = first.findIndex((other) => mostTagsFirst(candidate, other) < 0);
    first.splice(place < 0 ? first.length : place, 0, candidate);
    first.length = Math.min(first.length, maxRelatedPosts);
  }
  return first.map(([post]) => post);
}

function mostTagsFirst([a, ofA]: Candidate, [b, ofB]: Candidate): number {
  return ofB - ofA || b.publishDate.getTime() - a.publishDate.getTime();
}
