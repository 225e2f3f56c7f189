import type { Sentence } from './analyse-text.ts';
import { chunkFinder } from './phrase-chunks.ts';
import { endsSentence } from './plain-lines.ts';
import { partOf, type Word } from './words.ts';

/** The longest phrase, in words. */
const MAX_WORDS = 5;
/** A longer Chinese phrase is a clause, in UTF-16 units. */
const MAX_CHINESE = 10;
/** The same, where the text has it once. */
const MAX_CHINESE_ONCE = 5;
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
  /** Whether a name's capital stands within a sentence. */
  isName: boolean;
  /** Whether a sentence has it, and not only a title, a label or a list of names. */
  isInProse: boolean;
}

/**
 * The key phrases of a text. A chunk is what lies between function words, verbs and marks (as in RAKE,
 * Rose et al. 2010), cut by what stands beside it, and in Chinese what the text repeats. A longer phrase
 * has to occur by itself (as in C-value, Frantzi et al. 2000). Early ones weigh more.
 * @param sentences headings first, then sentences
 */
export function keyPhrases(sentences: readonly Sentence[]): readonly KeyPhrase[] {
  const found = new Map<string, Candidate>();
  const counts = new Map<string, number>();
  const chunksOf = chunkFinder(sentences);
  for (const [index, sentence] of sentences.entries()) {
    if (sentence.isFormula) continue;
    const isInProse = endsSentence(sentence.text);
    for (const chunk of chunksOf(index)) {
      for (const { key } of chunk) counts.set(key, (counts.get(key) ?? 0) + 1);
      for (const words of partsOf(chunk)) note(found, words, chunk, { sentence, index, isInProse });
    }
  }
  const scored = Array.from(found.values(), (candidate) => ({
    candidate,
    score: scoreOf(candidate, counts, sentences.length),
  }));
  return chooseFrom(scored.toSorted((a, b) => b.score - a.score).map(({ candidate }) => candidate));
}

/** The parts of a chunk that may be phrases. */
function partsOf(chunk: readonly Word[]): readonly (readonly Word[])[] {
  return chunk.flatMap((_, start) => {
    const longest = Math.min(MAX_WORDS, chunk.length - start);
    const parts = Array.from({ length: longest }, (_word, more) =>
      chunk.slice(start, start + more + 1),
    );
    return parts.filter((words) => isPhrase(words));
  });
}

/** Whether words are a phrase by their ends. A topic ends it. */
function isPhrase(words: readonly Word[]): boolean {
  const last = words.at(-1);
  if (words.some(({ script }) => script === 'han')) return isChinesePhrase(words);
  return last !== undefined && partOf(last) === 'topic';
}

/** Whether words that have Chinese ones are a phrase. A single character may end it, too. */
function isChinesePhrase(words: readonly Word[]): boolean {
  const [[first, second], last] = [words, words.at(-1)];
  if (!first || !last || lengthInHan(words) > MAX_CHINESE) return false;
  if (!second) return partOf(first) === 'topic' && first.text.length > 1;
  const isPlain = last.isStop && partOf(last) === 'none';
  if (first.isStop || isPlain || /^[\d.,]+$/.test(first.text)) return false;
  const isShort = last.text.length === 1;
  const beginsWithVerb =
    first.script === 'han' && first.text.length > 1 && partOf(first) === 'none';
  return !beginsWithVerb && (isShort || last.script !== 'han' || partOf(last) !== 'none');
}

function lengthInHan(words: readonly Word[]): number {
  return words.reduce((sum, { script, text }) => sum + (script === 'han' ? text.length : 0), 0);
}

function note(
  found: Map<string, Candidate>,
  words: readonly Word[],
  chunk: readonly Word[],
  {
    sentence,
    index,
    isInProse,
  }: { readonly sentence: Sentence; readonly index: number; readonly isInProse: boolean },
): void {
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return;
  const end = last.start + last.text.length;
  const text = sentence.text.slice(first.start, end);
  const isFromStart = first.start === 0;
  const id = idOf(words);
  const known = found.get(id) ?? {
    ...{ text, isFromStart, words, occurrences: [], whole: 0 },
    ...{ isName: false, isInProse: false },
  };
  known.occurrences.push({ sentence: index, start: first.start, end });
  if (isWholeOf(words, chunk, sentence.text)) known.whole += 1;
  known.isInProse ||= isInProse;
  if (!isFromStart && /^\p{Lu}/u.test(text)) known.isName = true;
  if (known.isFromStart && !isFromStart) Object.assign(known, { text, isFromStart });
  found.set(id, known);
}

/** Whether words are a chunk, but for plain adjectives before them, which no hyphen binds. */
function isWholeOf(words: readonly Word[], chunk: readonly Word[], sentence: string): boolean {
  if (words.at(-1) !== chunk.at(-1)) return false;
  const isFree = (word: Word) =>
    partOf(word) === 'modifier' && sentence.charAt(word.start + word.text.length) === ' ';
  return chunk.slice(0, chunk.length - words.length).every(isFree);
}

function idOf(words: readonly Word[]): string {
  const isHan = words.some(({ script }) => script === 'han');
  return words.map(({ key }) => key).join(isHan ? '' : ' ');
}

/** How much each thing weighs: chosen on the first half of the texts of `npm run digest`. */
const weights = {
  ...{ part: 0.7, own: 0.2, alone: 0.6, mean: 0.7, size: 1.2, early: 0.4, name: 0.2, title: 0.2 },
  ...{ long: 0.45, modified: 0.6, short: 0.8, label: 0.6, chineseOnce: 0.55 },
} as const;

function scoreOf(
  { words, occurrences, whole, isName, isInProse, text }: Candidate,
  counts: ReadonlyMap<string, number>,
  length: number,
): number {
  const count = occurrences.length;
  // A part that is never found by itself belongs to the longer phrase.
  const own = whole === 0 ? weights.part * (count - 1) : count * (whole / count) ** weights.alone;
  const logs = words.map(({ key }) => Math.log(counts.get(key) ?? 1));
  const mean = Math.exp(logs.reduce((sum, log) => sum + log, 0) / words.length);
  const first = occurrences[0]?.sentence ?? 0;
  const [start] = words;
  let factor = 1 + weights.early * (1 - first / length);
  if (!isInProse) factor *= weights.label;
  if (first < 2) factor *= 1 + weights.title;
  if (isName) factor *= 1 + weights.name;
  const isChinese = /\p{sc=Han}/u.test(text);
  if (count === 1)
    factor *= (isChinese ? weights.chineseOnce : 1) * (words.length > 2 ? weights.long : 1);
  if (count === 1 && start && partOf(start) === 'modifier') factor *= weights.modified;
  if (isChinese && count === 1 && (words.length > 3 || text.length > MAX_CHINESE_ONCE)) return 0;
  if (words.length === 1 && text.length < 3 && isChinese) factor *= weights.short;
  const size = isChinese ? Math.min(text.length / 2, 3) : words.length;
  return own ** weights.own * mean ** weights.mean * size ** weights.size * factor;
}

/** The first phrases, without those that contain another chosen one or are part of it. */
function chooseFrom(candidates: readonly Candidate[]): readonly KeyPhrase[] {
  const chosen: Candidate[] = [];
  const isWithin = (one: Candidate, other: Candidate) => {
    const [part, all] = [idOf(one.words), idOf(other.words)];
    return /\p{sc=Han}/u.test(all) ? all.includes(part) : ` ${all} `.includes(` ${part} `);
  };
  for (const candidate of candidates) {
    if (chosen.length === MAX_PHRASES) break;
    if (!chosen.some((other) => isWithin(candidate, other) || isWithin(other, candidate))) {
      chosen.push(candidate);
    }
  }
  return chosen.map(({ text, occurrences }) => ({ text, occurrences }));
}
