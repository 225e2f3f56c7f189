import { isRecord } from '../contract/record.ts';
import { slugPattern } from '../contract/slug.ts';

/**
 * What the build writes for search and the browser reads: for each language a small list of files,
 * and the files, each of which a search fetches only when its words or its results are in it.
 */

/** The path of a language's list of files; its `version` is in the paths of the files. */
export function listPath(language: string): string {
  return `/search/${language}/index.json`;
}

/** The path of one of the files. */
export function filePath(
  language: string,
  version: string,
  kind: FileKind,
  number: number,
): string {
  return `/search/${language}/${version}/${fileName(kind, number)}.json`;
}

/** The name of one of the files, without its ending. */
export function fileName(kind: FileKind, number: number): string {
  return `${kind}-${number}`;
}

/** Files of terms say which posts have a term; files of texts hold what results show. */
export type FileKind = 'terms' | 'texts';

/** Which files there are. Terms are sorted by UTF-16 code units, posts are newest first. */
export interface FileList {
  /** Changes when anything in the files does, so that no file goes with the list of another build. */
  readonly version: string;
  /** The first term of each file of terms. */
  readonly terms: readonly string[];
  /** The number of the first post in each file of texts; posts are numbered from 0. */
  readonly texts: readonly number[];
}

/**
 * The posts that have each term: the number of a post times `placeCount`, plus the place where it
 * has the term, each as the difference from the one before.
 */
export type TermFile = Readonly<Record<string, readonly number[]>>;

/** Where a post has a term, the best place first. */
export const places = ['title', 'description', 'often', 'text'] as const;

export const placeCount = places.length;

/** What results show of a post, and where the words of a query are looked up again. */
export interface PostText {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** The day on which it came out, as `2026-11-20`. */
  readonly day: string;
  /** Its text without any markup. */
  readonly text: string;
}

export type TextFile = readonly PostText[];

/** The list of files, if a value that was fetched is one. */
export function parseFileList(value: unknown): FileList | undefined {
  if (!isRecord(value)) return undefined;
  const { version, terms, texts } = value;
  if (typeof version !== 'string' || !isListOf(terms, isText)) return undefined;
  return isListOf(texts, isNumber) ? { version, terms, texts } : undefined;
}

/** A file of terms, if a value that was fetched is one. */
export function parseTermFile(value: unknown): TermFile | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every(isPosting) ? Object.fromEntries(entries.filter(isPosting)) : undefined;
}

/** A file of texts, if a value that was fetched is one. */
export function parseTextFile(value: unknown): TextFile | undefined {
  return isListOf(value, isPostText) ? value : undefined;
}

function isPosting(entry: [string, unknown]): entry is [string, readonly number[]] {
  return isListOf(entry[1], isNumber);
}

function isPostText(value: unknown): value is PostText {
  if (!isRecord(value) || typeof value.slug !== 'string') return false;
  const { slug, title, description, day, text } = value;
  return slugPattern.test(slug) && [title, description, day, text].every(isText);
}

function isListOf<Item>(
  value: unknown,
  isItem: (item: unknown) => item is Item,
): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
