import type { Sentence } from './analyse-text.ts';
import type { Word } from './words.ts';

/** The longest phrase, in words. */
const MAX_WORDS = 4;
/** How many phrases a digest has at most. */
const MAX_PHRASES = 8;
/** With this many repeated phrases, phrases that occur once are left out. */
const ENOUGH_REPEATED = 3;

interface Phrase {
  /** The first spelling in the text, preferably not from the start of a sentence. */
  text: string;
  isFromStart: boolean;
  readonly keys: readonly string[];
  count: number;
}

/**
 * The key phrases of a text: frequent runs of words without stop words (as in RAKE, Rose et al. 2010).
 * The weight of a phrase is its count times its number of words.
 */
export function keyPhrases(sentences: readonly Sentence[]): readonly string[] {
  const found = new Map<string, Phrase>();
  for (const sentence of sentences) {
    for (const run of runsOf(sentence.words)) {
      for (const words of partsOf(run)) note(found, words, sentence);
    }
  }
  const all = Array.from(found.values());
  const repeated = all.filter(({ count }) => count > 1);
  const phrases = repeated.length >= ENOUGH_REPEATED ? repeated : all;
  return chooseFrom(phrases.toSorted((a, b) => weightOf(b) - weightOf(a)));
}

/** Runs of adjacent words of one script, without stop words. */
function runsOf(words: readonly Word[]): readonly (readonly Word[])[] {
  const runs: Word[][] = [];
  let previous: Word | undefined;
  for (const word of words) {
    if (previous && word.follows && word.script === previous.script && canBeIn(previous)) {
      if (canBeIn(word)) runs.at(-1)?.push(word);
    } else if (canBeIn(word)) {
      runs.push([word]);
    }
    previous = word;
  }
  return runs;
}

/** Whether a word can be part of a phrase. A single Chinese character is mostly a particle. */
function canBeIn({ script, text, isStop }: Word): boolean {
  return !isStop && text.length > 1 && (script === 'latin' || script === 'han');
}

function partsOf(run: readonly Word[]): (readonly Word[])[] {
  return run.flatMap((_, start) => {
    const longest = Math.min(MAX_WORDS, run.length - start);
    return Array.from({ length: longest }, (_word, more) => run.slice(start, start + more + 1));
  });
}

function note(found: Map<string, Phrase>, words: readonly Word[], { text }: Sentence): void {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return;
  const keys = words.map(({ key }) => key);
  const id = keys.join(' ');
  const written = text.slice(first.start, last.start + last.text.length);
  const isFromStart = first.start === 0;
  const known = found.get(id);
  if (!known) {
    found.set(id, { text: written, isFromStart, keys, count: 1 });
    return;
  }
  known.count += 1;
  if (known.isFromStart && !isFromStart) Object.assign(known, { text: written, isFromStart });
}

function weightOf({ count, keys }: Phrase): number {
  return count * keys.length;
}

/** The first phrases, without those that contain another chosen one or are part of it. */
function chooseFrom(phrases: readonly Phrase[]): readonly string[] {
  const chosen: Phrase[] = [];
  for (const phrase of phrases) {
    if (chosen.length === MAX_PHRASES) break;
    const isWithin = (one: Phrase, other: Phrase) =>
      ` ${other.keys.join(' ')} `.includes(` ${one.keys.join(' ')} `);
    if (!chosen.some((other) => isWithin(phrase, other) || isWithin(other, phrase))) {
      chosen.push(phrase);
    }
  }
  return chosen.map(({ text }) => text);
}
