import { joined, type Word } from './words.ts';

/** The limit of a term's length, in UTF-16 code units: nobody types more of a word. */
const maxTermLength = 40;

/** The parts of a word that start a term; a word with more parts is an address or a key. */
const maxParts = 8;

/** From this length, in UTF-16 code units, a query also finds longer words that begin with it. */
const minPrefixLength = 3;

/**
 * The index terms of a word in a text. A run of characters has all its pairs and its last character as
 * terms, so that a search for one character finds every place. A spelled word has a term from each of
 * its parts to its end, so that `mail` finds `e-mail`. Each part is also a term by itself, because
 * short parts must match as a whole.
 */
export function termsOf(word: Word): readonly string[] {
  const { isRun, parts } = word;
  if (isRun) return parts.flatMap(({ text }) => [...pairsOf(text), text.slice(-1)]);
  // Nearly all words take this branch, and a large blog has millions of them.
  if (parts.length === 1) return parts.map(({ text }) => cut(text));
  return parts.slice(0, maxParts).flatMap(({ text }, from) => {
    const rest = cut(joined(word, from));
    return from === parts.length - 1 ? [rest] : [rest, cut(text)];
  });
}

/** A term that a query looks up in the index; a post must have all of them. */
export interface QueryTerm {
  readonly term: string;
  readonly isRun: boolean;
}

/** The terms to look up for a word of a query. */
export function queryTermsOf(word: Word): readonly QueryTerm[] {
  const [{ text } = { text: '' }] = word.parts;
  if (!word.isRun) return [{ term: cut(joined(word)), isRun: false }];
  const pairs = pairsOf(text);
  return (pairs.length > 0 ? pairs : [text]).map((term) => ({ term, isRun: true }));
}

/** Whether a term of a text matches one of a query: it is the same, or a longer one that counts. */
export function matchesTerm({ term: prefix, isRun }: QueryTerm, term: string): boolean {
  if (term === prefix) return true;
  if (!term.startsWith(prefix)) return false;
  if (isRun) return true;
  // The number 25 must not match 250.
  const { length } = prefix;
  return length >= minPrefixLength && !/\p{Nd}{2}/u.test(term.slice(length - 1, length + 1));
}

/** Whether longer terms can match this one. */
export function isPrefix({ term, isRun }: QueryTerm): boolean {
  return isRun ? term.length === 1 : term.length >= minPrefixLength;
}

/** Pairs of UTF-16 code units. A rare character has two of them and is a pair itself. */
function pairsOf(run: string): string[] {
  const pairs: string[] = [];
  for (let at = 0; at < run.length - 1; at += 1) pairs.push(run.slice(at, at + 2));
  return pairs;
}

function cut(term: string): string {
  return term.slice(0, maxTermLength);
}
