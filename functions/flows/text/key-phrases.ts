import type { Sentence } from './analyse-text.ts';
import { partOf, type Word } from './words.ts';

/** The longest phrase, in words. */
const MAX_WORDS = 4;
/** How many phrases a digest has at most. */
const MAX_PHRASES = 8;

/** A phrase of a text, the best ones first. */
export interface KeyPhrase {
  /** As the text has it, preferably not from the start of a sentence. */
  readonly text: string;
  readonly occurrences: readonly Occurrence[];
}

/** Where a phrase stands: in which sentence, counted from 0, and there in UTF-16 units. */
export interface Occurrence {
  readonly sentence: number;
  readonly start: number;
  readonly end: number;
}

interface Candidate {
  text: string;
  isFromStart: boolean;
  readonly words: readonly Word[];
  readonly occurrences: Occurrence[];
  /** How often it is a whole chunk, and not a part of a longer one. */
  whole: number;
}

/**
 * The key phrases of a text. A chunk is what lies between function words, verbs and marks (as in RAKE,
 * Rose et al. 2010), cut by what stands beside it; its words weigh by how often they occur, and a
 * longer phrase has to occur by itself (as in C-value, Frantzi et al. 2000). Early ones weigh more.
 */
export function keyPhrases(sentences: readonly Sentence[]): readonly KeyPhrase[] {
  const found = new Map<string, Candidate>();
  const pairs = pairCounts(sentences);
  const counts = new Map<string, number>();
  for (const [index, sentence] of sentences.entries()) {
    for (const chunk of chunksOf(sentence.words, pairs)) {
      for (const { key } of chunk) counts.set(key, (counts.get(key) ?? 0) + 1);
      for (const words of partsOf(chunk)) note(found, words, chunk, { sentence, index });
    }
  }
  const scored = Array.from(found.values(), (candidate) => ({
    candidate,
    score: scoreOf(candidate, counts, sentences.length),
  }));
  return chooseFrom(scored.toSorted((a, b) => b.score - a.score).map(({ candidate }) => candidate));
}

/** Words after which a word without an article is mostly a verb or an adjective. */
const beforeVerbs = new Set(
  'to will would can could may might must shall should not never who which i we they he she it you is are was were be been being'.split(
    ' ',
  ),
);
/** Words that stand before nouns: a word right before one of them is no noun. */
const determiners = new Set(
  'the a an its their his her my our your each every this these those'.split(' '),
);

/** The runs of words that may be phrases. */
function chunksOf(
  words: readonly Word[],
  pairs: ReadonlyMap<string, number>,
): readonly (readonly Word[])[] {
  const chunks: (readonly Word[])[] = [];
  let chunk: Word[] = [];
  const close = (next: Word | undefined) => {
    const kept = trimmed(chunk, next);
    if (kept.length > 0) chunks.push(kept);
    chunk = [];
  };
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    const last = chunk.at(-1);
    if (last && (!word.follows || isBorder(last, word, pairs))) close(undefined);
    if (partOf(word) === 'none') close(word);
    else if (chunk.length > 0 || !isVerb(word, before)) chunk.push(word);
  }
  close(undefined);
  return chunks;
}

/** How often two words follow each other, by both. */
function pairCounts(sentences: readonly Sentence[]): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>();
  for (const { words } of sentences) {
    for (const [index, word] of words.entries()) {
      const before = words[index - 1];
      if (!before || !word.follows) continue;
      const pair = `${before.key} ${word.key}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
  }
  return pairs;
}

/**
 * Whether a phrase cannot go on from one word to the next. The segmenter leaves single Chinese
 * characters of words that it does not know, and of verbs: those that it leaves together twice, or
 * that are an ending, are a word.
 */
function isBorder(last: Word, word: Word, pairs: ReadonlyMap<string, number>): boolean {
  if (word.script !== last.script) return true;
  if (word.script !== 'han' || word.isJoined) return false;
  const isSingle = word.text.length === 1 || last.text.length === 1;
  return isSingle && (pairs.get(`${last.key} ${word.key}`) ?? 0) < 2;
}

function isVerb(word: Word, before: Word | undefined): boolean {
  return (
    word.script === 'latin' &&
    word.follows &&
    before !== undefined &&
    beforeVerbs.has(before.text.toLowerCase()) &&
    !/^\p{Lu}/u.test(word.text)
  );
}

/** A chunk without the verb before an article, and without modifiers at its end. */
function trimmed(chunk: readonly Word[], next: Word | undefined): readonly Word[] {
  const isBeforeNoun = next?.follows && determiners.has(next.text.toLowerCase());
  const kept = isBeforeNoun ? chunk.slice(0, -1) : chunk;
  const end = kept.findLastIndex((word) => partOf(word) === 'topic');
  return kept.slice(0, end + 1);
}

/** The parts of a chunk that may be phrases: they end with a topic. */
function partsOf(chunk: readonly Word[]): readonly (readonly Word[])[] {
  return chunk.flatMap((_, start) => {
    const longest = Math.min(MAX_WORDS, chunk.length - start);
    const parts = Array.from({ length: longest }, (_word, more) =>
      chunk.slice(start, start + more + 1),
    );
    return parts.filter((words) => {
      const last = words.at(-1);
      return last !== undefined && partOf(last) === 'topic';
    });
  });
}

function note(
  found: Map<string, Candidate>,
  words: readonly Word[],
  chunk: readonly Word[],
  { sentence, index }: { readonly sentence: Sentence; readonly index: number },
): void {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return;
  const id = idOf(words);
  const end = last.start + last.text.length;
  const text = sentence.text.slice(first.start, end);
  const isFromStart = first.start === 0;
  const known = found.get(id) ?? { text, isFromStart, words, occurrences: [], whole: 0 };
  known.occurrences.push({ sentence: index, start: first.start, end });
  if (words.length === chunk.length) known.whole += 1;
  if (known.isFromStart && !isFromStart) Object.assign(known, { text, isFromStart });
  found.set(id, known);
}

function idOf(words: readonly Word[]): string {
  return words.map(({ key }) => key).join(' ');
}

/**
 * How much each thing weighs: chosen on the first half of the texts of `npm run bench -- digest`, and
 * checked on the second.
 */
const weights = { part: 0.3, own: 0.3, mean: 0.5, words: 0.6, early: 0.5, single: 0.7 } as const;

function scoreOf(
  { words, occurrences, whole, text }: Candidate,
  counts: ReadonlyMap<string, number>,
  length: number,
): number {
  const count = occurrences.length;
  // A part that is never found by itself belongs to the longer phrase.
  const own = whole === 0 ? weights.part * (count - 1) : (whole + count) / 2;
  const mean = words.reduce((sum, { key }) => sum + (counts.get(key) ?? 0), 0) / words.length;
  const place = 1 + weights.early * (1 - (occurrences[0]?.sentence ?? 0) / length);
  const size = words.length ** weights.words * (text.length === 1 ? weights.single : 1);
  return own ** weights.own * mean ** weights.mean * size * place;
}

/** The first phrases, without those that contain another chosen one or are part of it. */
function chooseFrom(candidates: readonly Candidate[]): readonly KeyPhrase[] {
  const chosen: Candidate[] = [];
  for (const candidate of candidates) {
    if (chosen.length === MAX_PHRASES) break;
    const isWithin = (one: Candidate, other: Candidate) =>
      ` ${idOf(other.words)} `.includes(` ${idOf(one.words)} `);
    if (!chosen.some((other) => isWithin(candidate, other) || isWithin(other, candidate))) {
      chosen.push(candidate);
    }
  }
  return chosen.map(({ text, occurrences }) => ({ text, occurrences }));
}
