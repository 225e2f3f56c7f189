/**
 * A stretch of a folded text: characters of a script without spaces, a number, or letters. A point
 * or a comma between digits is part of the number.
 */
const stretch =
  /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|(\p{Nd}+(?:,\p{Nd}{3})*(?:\.\p{Nd}+)*)|[[\p{L}\p{M}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Nd}]]+/gv;

/** What holds the parts of one word together: `Node.js`, `e-mail`, `don’t`, `per_page`. */
const hinges = /^['’.\u2010\u2011_-]?$/;

/** A part of a word, with where it begins and ends in the folded text. */
interface Part {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A word as it stands in a folded text: of `e-mail` the parts `e` and `mail`. */
export interface Word {
  /** Whether it is a run of characters of a script without spaces, which has one part. */
  readonly isRun: boolean;
  readonly parts: readonly Part[];
}

/** Takes a folded text apart. Text and query go through here, so both are cut in the same places. */
export function wordsOf(text: string): readonly Word[] {
  const words: { isRun: boolean; parts: Part[]; kind: Kind }[] = [];
  let end = 0;
  for (const found of text.matchAll(stretch)) {
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

/** A unit begins a word of its own, so that `20kB` and `20 kB` are alike. */
function isOneWord(before: Kind, hinge: string, after: Kind): boolean {
  if (before === 'run' || after === 'run' || !hinges.test(hinge)) return false;
  return hinge !== '' || before === 'letters';
}

/**
 * A word from one of its parts on, written as one: `nodejs`, `email`. Between digits a point stays,
 * so that no two numbers become one.
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
