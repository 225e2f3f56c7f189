import { slugPattern } from '../contract/path-template.ts';
import { isRecord } from '../contract/schemaless.ts';

/**
 * The files of the search index, which the build writes and the browser reads. Each language has a
 * small list of files, and a search fetches only the files with its words and its results.
 */

/** The path of a language's list of files. The paths of the files have the list's `version`. */
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

/** Files of terms map terms to posts; files of texts have the texts of results. */
export type FileKind = 'terms' | 'texts';

/** The list of files. Terms are sorted by UTF-16 code units, and posts are newest first. */
export interface FileList {
  /** A hash of the files, so that no file is read with the list of another build. */
  readonly version: string;
  /** The first term of each file of terms. */
  readonly terms: readonly string[];
  /** The number of the first post in each file of texts; posts are numbered from 0. */
  readonly texts: readonly number[];
}

/**
 * The postings of each term. A posting is the number of a post times `placeCount`, plus the best
 * place of the term in it. It is stored as the difference from the posting before.
 */
export type TermFile = Readonly<Record<string, readonly number[]>>;

/** The places of a term in a post, the best one first. */
export const places = ['title', 'description', 'often', 'text'] as const;

export const placeCount = places.length;

/** The texts of a post, which results show and match against the query. */
export interface PostText {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** The post's publish day, as `2026-11-20`. */
  readonly day: string;
  /** The post's text without markup. */
  readonly text: string;
}

export type TextFile = readonly PostText[];

/** The list of files, or undefined when a fetched value is none. */
export function parseFileList(value: unknown): FileList | undefined {
  if (!isRecord(value)) return undefined;
  const { version, terms, texts } = value;
  if (typeof version !== 'string' || !isListOf(terms, isText)) return undefined;
  return isListOf(texts, isNumber) ? { version, terms, texts } : undefined;
}

/** A file of terms, or undefined when a fetched value is none. */
export function parseTermFile(value: unknown): TermFile | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every(isPosting) ? Object.fromEntries(entries.filter(isPosting)) : undefined;
}

/** A file of texts, or undefined when a fetched value is none. */
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
