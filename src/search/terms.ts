import { joined, type Word } from './words.ts';

/** The longest term, in UTF-16 code units: nobody types more of a word. */
const maxTermLength = 40;

/** The most parts of one word that terms begin with: what has more is an address or a key. */
const maxParts = 8;

/** From this length on, in UTF-16 code units, a query finds the longer words that begin with it. */
const minPrefixLength = 3;

/**
 * The terms under which a word of a text is kept. A run of characters is kept as all its pairs, and
 * its last character, so that the terms that begin with a character are all the places where it
 * stands. A spelled word is kept from each of its parts on, so that `mail` finds `e-mail`, and each
 * part by itself, so that the short ones, which have to match as a whole, do.
 */
export function termsOf(word: Word): readonly string[] {
  const { isRun, parts } = word;
  if (isRun) return parts.flatMap(({ text }) => runTerms(text));
  // Nearly all words: a large blog has millions, so the quick way counts.
  if (parts.length === 1) return parts.map(({ text }) => cut(text));
  return parts.slice(0, maxParts).flatMap(({ text }, from) => {
    const rest = cut(joined(word, from));
    return from === parts.length - 1 ? [rest] : [rest, cut(text)];
  });
}

/** What a word of a query asks the index for: each of these has to be found. */
export interface Wanted {
  readonly term: string;
  readonly isRun: boolean;
}

/** The terms to look up for a word of a query. */
export function wantedOf(word: Word): readonly Wanted[] {
  const [{ text } = { text: '' }] = word.parts;
  if (!word.isRun) return [{ term: cut(joined(word)), isRun: false }];
  const pairs = pairsOf(text);
  return (pairs.length > 0 ? pairs : [text]).map((term) => ({ term, isRun: true }));
}

/** Whether a term of a text is what a query asks for: the same, or longer where that counts. */
export function isWanted({ term: wanted, isRun }: Wanted, term: string): boolean {
  if (term === wanted) return true;
  if (!term.startsWith(wanted)) return false;
  if (isRun) return true;
  // A number does not go on: 25 is no beginning of 250.
  return wanted.length >= minPrefixLength && !/\p{Nd}{2}/u.test(around(term, wanted.length));
}

/** Whether longer terms than the wanted one can match it. */
export function isPrefix({ term, isRun }: Wanted): boolean {
  return isRun ? term.length === 1 : term.length >= minPrefixLength;
}

function around(text: string, at: number): string {
  return text.slice(at - 1, at + 1);
}

function runTerms(run: string): readonly string[] {
  const terms = pairsOf(run);
  terms.push(run.slice(-1));
  return terms;
}

/** Pairs of UTF-16 code units: a rare character is two of them, and so a pair itself. */
function pairsOf(run: string): string[] {
  const pairs: string[] = [];
  for (let at = 0; at < run.length - 1; at += 1) pairs.push(run.slice(at, at + 2));
  return pairs;
}

function cut(term: string): string {
  return term.slice(0, maxTermLength);
}
