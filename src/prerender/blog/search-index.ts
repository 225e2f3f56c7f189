import { createHash } from 'node:crypto';
import {
  type FileKind,
  type FileList,
  type PostText,
  placeCount,
  places,
} from '../../search/index-files.ts';
import { termsOf } from '../../search/terms.ts';
import { fold, type Word, wordsOf } from '../../search/words.ts';

/**
 * The size of an index file, in bytes of JSON, at which the next one begins. A search fetches whole
 * files: smaller ones are quicker to fetch, but there are more of them to write and to list.
 */
export const maxFileBytes = 40_000;

/** A text that has a word this many times has it often. */
const oftenFrom = 3;

/** The list of a language's files, and the files as JSON in the same order. */
export interface SearchIndex {
  readonly list: FileList;
  readonly files: Readonly<Record<FileKind, readonly string[]>>;
}

/** Builds the index of a language. Posts come newest first, and results keep that order. */
export function searchIndex(posts: readonly PostText[]): SearchIndex {
  const terms = cutTerms(entriesOf(posts));
  const keyed = posts.map((post, key) => ({ key, json: JSON.stringify(post) }));
  const texts = intoFiles(keyed, (entries) => `[${entries}]`);
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

/** A file of the index, with its first term or the number of its first post. */
interface IndexFile<First> {
  readonly first: First;
  readonly json: string;
}

/** The postings of a term, while the index reads one post after the other. */
interface Entry {
  /** The postings so far, as in `TermFile`. */
  readonly differences: number[];
  /** The last posting itself, not as a difference. */
  last: number;
  /** The last post with the term, the term's best place in it, and how often it occurs there. */
  post: number;
  place: number;
  count: number;
}

/**
 * The postings of every term. A large blog has millions of words, so each word costs one lookup in
 * one map.
 */
function entriesOf(posts: readonly PostText[]): ReadonlyMap<Key, Entry> {
  const entries = new Map<Key, Entry>();
  for (const [number, post] of posts.entries()) {
    const fresh: Entry[] = [];
    for (const field of ['title', 'description', 'text'] as const) {
      const place = places.indexOf(field);
      for (const word of wordsOf(fold(post[field]))) {
        for (const key of keysOf(word)) {
          const entry = entryOf(entries, key);
          if (entry.post !== number)
            fresh.push(Object.assign(entry, { post: number, place, count: 0 }));
          entry.count += 1;
        }
      }
    }
    for (const entry of fresh) closePosting(entry);
  }
  return entries;
}

/** A term in the map of entries; a number for two UTF-16 units, which is quicker to find. */
type Key = string | number;

/** The keys of `termsOf`, without building a run's terms: Chinese texts have millions. */
function keysOf(word: Word): readonly Key[] {
  const [{ text } = { text: '' }] = word.parts;
  if (!word.isRun) return termsOf(word).map(keyOf);
  const keys = [keyOf(text.slice(-1))];
  for (let at = 0; at < text.length - 1; at += 1) keys.push(pairAt(text, at));
  return keys;
}

function keyOf(term: string): Key {
  return term.length === 2 ? pairAt(term, 0) : term;
}

function pairAt(text: string, at: number): number {
  return (text.charCodeAt(at) << 16) | text.charCodeAt(at + 1);
}

function termOf(key: Key): string {
  return typeof key === 'string' ? key : String.fromCharCode(key >>> 16, key);
}

function entryOf(entries: Map<Key, Entry>, key: Key): Entry {
  const known = entries.get(key);
  if (known) return known;
  const entry = { differences: [], last: 0, post: -1, place: 0, count: 0 };
  entries.set(key, entry);
  return entry;
}

function closePosting(entry: Entry): void {
  const isOften = places[entry.place] === 'text' && entry.count >= oftenFrom;
  const posting = entry.post * placeCount + (isOften ? places.indexOf('often') : entry.place);
  entry.differences.push(posting - entry.last);
  entry.last = posting;
}

function cutTerms(entries: ReadonlyMap<Key, Entry>): readonly IndexFile<string>[] {
  const terms = [...entries.keys()].map(termOf).sort();
  const lines = terms.map((key) => ({
    key,
    json: `${JSON.stringify(key)}:[${entries.get(keyOf(key))?.differences.join(',')}]`,
  }));
  return intoFiles(lines, (lines) => `{${lines}}`);
}

/** Distributes entries over files; an entry longer than the limit gets a file to itself. */
function intoFiles<Key>(
  entries: readonly { readonly key: Key; readonly json: string }[],
  wrap: (entries: string) => string,
): readonly IndexFile<Key>[] {
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

/** Twelve hexadecimal digits are enough to tell two builds apart. */
function versionOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file);
  return hash.digest('hex').slice(0, 12);
}

/** A tag of HTML, whatever its attributes hold, or a comment. */
const tag = /<!--[\s\S]*?-->|<\/?([a-z][\w-]*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/** Elements whose content is not text. */
const unread = /<(script|style|template|svg)\b[\s\S]*?<\/\1\s*>/gi;

/** Elements that may stand inside a word; every other element ends one. */
const inline = new Set(
  'a abbr b bdi bdo cite code data del dfn em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' },
};

/** The last code point (the Unicode Standard, section 2.4). */
const maxCodePoint = 0x10_ff_ff;

/** A post with the HTML of its text. */
export interface RenderedPost extends Omit<PostText, 'text'> {
  readonly html: string;
}

export function postText({ html, ...post }: RenderedPost): PostText {
  return { ...post, text: plainText(html) };
}

/** The text of HTML that Markdown was rendered to, on one line. */
export function plainText(html: string): string {
  return html
    .replace(unread, ' ')
    .replace(tag, (_, name?: string) => (name && inline.has(name.toLowerCase()) ? '' : ' '))
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, decoded)
    .replace(/\s+/g, ' ')
    .trim();
}

function decoded(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return named[name] ?? entity;
  const codePoint = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  return codePoint <= maxCodePoint ? String.fromCodePoint(codePoint) : entity;
}
