/**
 * The characters that folding may change. It never changes lower-case ASCII, the punctuation of both
 * languages, which is no part of a word, and the common Han characters.
 */
const unsettled =
  /[^\0-@[-\x7f\u2010-\u2027\u3000-\u303f\u3400-\u9fff\uff01-\uff0c\uff1a-\uff20]/gu;

/** Accents and invisible characters: soft hyphens and joiners. */
const unseen = /[\u0300-\u036f]|[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/**
 * A token of a folded text: characters of a script without spaces, a number, or letters. A point or a
 * comma between digits is part of the number.
 */
const token =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|(\p{Nd}+(?:,\p{Nd}{3})*(?:\.\p{Nd}+)*)|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Nd}]]+/gv;

/** Characters that join the parts of one word: `Node.js`, `e-mail`, `don’t`, `per_page`. */
const joiners = /^['’.\u2010\u2011_-]?$/;

/** A folded text, with the position in the original of each of its UTF-16 code units. */
export interface FoldedText {
  readonly text: string;
  /** One more than the text has code units: the last one is the end of the original. */
  readonly places: readonly number[];
}

/**
 * Removes differences that search ignores: case, accents and the width of East Asian forms. `Ｃafé` and
 * `CAFE` become the same; Simplified and Traditional characters remain different.
 * Source: Unicode Standard Annex 15 (NFKD); the Unicode Standard, section 3.13, on caseless matching.
 */
export function fold(text: string): string {
  return text.replace(unsettled, foldCharacter);
}

/** Folds like `fold`, and maps positions back to the original. */
export function foldWithPlaces(original: string): FoldedText {
  const places: number[] = [];
  let text = '';
  let at = 0;
  for (const character of original) {
    const folded = fold(character);
    for (let unit = 0; unit < folded.length; unit += 1) places.push(at);
    text += folded;
    at += character.length;
  }
  return { text, places: [...places, at] };
}

/** Upper case and then lower case also unifies letters that are equal only in upper case. */
function foldCharacter(character: string): string {
  const bare = character.normalize('NFKD').replace(unseen, '');
  return bare.toUpperCase().toLowerCase().normalize('NFC');
}

/** A part of a word, with its start and end in the folded text. */
interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A word of a folded text: `e-mail` has the parts `e` and `mail`. */
export interface Word {
  /** Whether it is a run of characters of a script without spaces; a run has one part. */
  readonly isRun: boolean;
  readonly parts: readonly Part[];
}

/** Splits a folded text into words, for texts and queries alike. */
export function wordsOf(text: string): readonly Word[] {
  const words: { isRun: boolean; parts: Part[]; kind: Kind }[] = [];
  let end = 0;
  for (const found of text.matchAll(token)) {
    const kind = found[1] ? 'run' : found[2] ? 'number' : 'letters';
    const start = found.index;
    const last = words.at(-1);
    const isOne = last !== undefined && isOneWord(last.kind, text.slice(end, start), kind);
    end = start + found[0].length;
    const part = { text: kind === 'number' ? found[0].replaceAll(',', '') : found[0], start, end };
    if (isOne) {
      last.parts.push(part);
      last.kind = kind;
    } else words.push({ isRun: kind === 'run', parts: [part], kind });
  }
  return words;
}

type Kind = 'run' | 'number' | 'letters';

/** A unit after a number is a word of its own, so that `20kB` and `20 kB` match. */
function isOneWord(before: Kind, joiner: string, after: Kind): boolean {
  if (before === 'run' || after === 'run' || !joiners.test(joiner)) return false;
  return joiner !== '' || before === 'letters';
}

/**
 * Joins the parts of a word, from one of them to the end: `nodejs`, `email`. A point between digits
 * stays, so that two numbers never become one.
 */
export function joined({ parts }: Word, from = 0): string {
  return parts
    .slice(from)
    .reduce(
      (word, { text }) => (isBetweenDigits(word, text) ? `${word}.${text}` : word + text),
      '',
    );
}

function isBetweenDigits(before: string, after: string): boolean {
  return /\p{Nd}$/u.test(before) && /^\p{Nd}/u.test(after);
}
