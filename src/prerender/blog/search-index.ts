import { createHash } from 'node:crypto';
import { fold } from '../../search/fold.ts';
import {
  type FileKind,
  type FileList,
  type PostText,
  placeCount,
  places,
} from '../../search/index-files.ts';
import { termsOf } from '../../search/terms.ts';
import { wordsOf } from '../../search/words.ts';

/**
 * How large a file of the index becomes, in bytes of JSON, before the next one begins. A search
 * fetches whole files: smaller ones are less to fetch, and more of them to make and to list.
 */
export const maxFileBytes = 40_000;

/** From how many times on a text has a word often. */
const oftenFrom = 3;

/** The list of files of a language, and the files as JSON, in their order. */
export interface SearchIndex {
  readonly list: FileList;
  readonly files: Readonly<Record<FileKind, readonly string[]>>;
}

/** Makes the index of the posts of a language, which are newest first: results keep that order. */
export function searchIndex(posts: readonly PostText[]): SearchIndex {
  const terms = cutTerms(entriesOf(posts));
  const texts = cutTexts(posts);
  const files = { terms: terms.map(({ json }) => json), texts: texts.map(({ json }) => json) };
  return {
    list: {
      version: versionOf([...files.terms, ...files.texts]),
      terms: terms.map(({ first }) => first),
      texts: texts.map(({ first }) => first),
    },
    files,
  };
}

/** A file, with what it begins with. */
interface FileFrom<First> {
  readonly first: First;
  readonly json: string;
}

/** A term, while the posts are read one after the other. */
interface Entry {
  /** The posts that have it, as in `TermFile`. */
  readonly differences: number[];
  /** The last of these, not as a difference. */
  last: number;
  /** The last post that has it, its best place there, and how often it has it. */
  post: number;
  place: number;
  count: number;
}

/**
 * For each term the posts that have it. A large blog has millions of words, so each of them costs
 * one look into one map.
 */
function entriesOf(posts: readonly PostText[]): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [number, post] of posts.entries()) {
    const fresh: Entry[] = [];
    for (const field of ['title', 'description', 'text'] as const) {
      const place = places.indexOf(field);
      for (const word of wordsOf(fold(post[field]))) {
        for (const term of termsOf(word)) {
          const entry = entryOf(entries, term);
          if (entry.post !== number) fresh.push(opened(entry, number, place));
          entry.count += 1;
        }
      }
    }
    for (const entry of fresh) close(entry);
  }
  return entries;
}

function entryOf(entries: Map<string, Entry>, term: string): Entry {
  const known = entries.get(term);
  if (known) return known;
  const entry = { differences: [], last: 0, post: -1, place: 0, count: 0 };
  entries.set(term, entry);
  return entry;
}

function opened(entry: Entry, post: number, place: number): Entry {
  entry.post = post;
  entry.place = place;
  entry.count = 0;
  return entry;
}

function close(entry: Entry): void {
  const isOften = places[entry.place] === 'text' && entry.count >= oftenFrom;
  const posting = entry.post * placeCount + (isOften ? places.indexOf('often') : entry.place);
  entry.differences.push(posting - entry.last);
  entry.last = posting;
}

function cutTerms(entries: ReadonlyMap<string, Entry>): readonly FileFrom<string>[] {
  const terms = [...entries.keys()].sort();
  const lines = terms.map((key) => ({
    key,
    json: `${JSON.stringify(key)}:[${entries.get(key)?.differences.join(',')}]`,
  }));
  return cut(lines, (lines) => `{${lines}}`);
}

function cutTexts(posts: readonly PostText[]): readonly FileFrom<number>[] {
  const entries = posts.map((post, key) => ({ key, json: JSON.stringify(post) }));
  return cut(entries, (entries) => `[${entries}]`);
}

/** Puts entries into files; one that is too long by itself gets a file of its own. */
function cut<Key>(
  entries: readonly { readonly key: Key; readonly json: string }[],
  wrap: (entries: string) => string,
): readonly FileFrom<Key>[] {
  const files: { first: Key; entries: string[]; bytes: number }[] = [];
  for (const { key, json } of entries) {
    const bytes = Buffer.byteLength(json);
    const last = files.at(-1);
    if (last && last.bytes + bytes <= maxFileBytes) {
      last.entries.push(json);
      last.bytes += bytes;
    } else files.push({ first: key, entries: [json], bytes });
  }
  return files.map(({ first, entries }) => ({ first, json: wrap(entries.join(',')) }));
}

/** Twelve digits: enough to tell two builds apart. */
function versionOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file);
  return hash.digest('hex').slice(0, 12);
}
