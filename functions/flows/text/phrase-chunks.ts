import type { Sentence } from './analyse-text.ts';
import { isUnit, partOf, type Word } from './words.ts';

/** Words after which a word without an article is mostly a verb or an adjective. */
const beforeVerbs = new Set(
  'to will would can could may might must shall should not never who which i we they he she it you is are was were be been being'.split(
    ' ',
  ),
);
/** Words that stand before nouns and clauses: a word right before one of them is no noun. */
const determiners = new Set(
  'the a an its their his her my our your each every this these those that whether how us them me you him it no'.split(
    ' ',
  ),
);
/** Chinese adverbs and auxiliaries right before a verb, and particles right after it. */
const beforeChineseVerbs =
  /^(?:不|已|已经|将|正在|可|可以|能|能够|会|应|应当|须|必须|请|并|所|未|不得|重新|继续)$/;
const afterChineseVerbs = /^[了着过]$/;
/** Particles and conjunctions, which no Chinese name has within it. */
const particle = /^[的地得了着过和与或及在是把为对从向到由于以之等也都就、]$/;

/** The runs of words of a sentence that may be phrases, by what the whole text repeats. */
export function chunkFinder(sentences: readonly Sentence[]) {
  const pairs = pairCounts(sentences);
  const verbs = chineseVerbs(sentences);
  const count = (one: Word | undefined, other: Word | undefined) =>
    one && other?.follows ? (pairs.get(`${one.key} ${other.key}`) ?? 0) : 0;
  /** Whether the text repeats a Chinese word with a neighbour, so that it may be part of a name. */
  const isPart = (word: Word, before: Word | undefined, after: Word | undefined) => {
    if (word.script === 'latin' ? word.isStop : particle.test(word.text)) return false;
    if (isUnit(word)) return false;
    if (isEnding(word, before) || isEnding(after, word)) return true;
    const isAfter = before !== undefined && before.script === 'han' && count(before, word) > 1;
    const isBefore = after !== undefined && after.script === 'han' && count(word, after) > 1;
    return isAfter || isBefore;
  };
  return (words: readonly Word[]): readonly (readonly Word[])[] => {
    const chunks: (readonly Word[])[] = [];
    let chunk: Word[] = [];
    const close = (next: Word | undefined) => {
      const kept = trimmed(chunk, next);
      if (kept.length > 0) chunks.push(kept);
      chunk = [];
    };
    for (const [index, word] of words.entries()) {
      const [before, after] = [words[index - 1], words[index + 1]];
      const last = chunk.at(-1);
      const isPair = chunk.length === 1 && isSingle(last) && isSingle(word) && !isTopic(after);
      const isApart = last && isBorder(last, word, count(last, word)) && !isPair;
      if (last && (!word.follows || isApart)) close(undefined);
      const isNone = partOf(word) === 'none' || verbs.has(word.key) || isCounter(word, before);
      if (isNone && !isPart(word, before, after) && !isCode(word, before, after)) close(word);
      else if (chunk.length > 0 || !isVerb(word, before)) chunk.push(word);
    }
    close(undefined);
    return chunks;
  };
}

/** Whether the segmenter left a character alone. */
function isSingle(word: Word | undefined): boolean {
  return word?.script === 'han' && word.text.length === 1 && partOf(word) === 'topic';
}

function isTopic(word: Word | undefined): boolean {
  return word?.follows === true && partOf(word) === 'topic';
}

/** Whether a character makes a noun of the word before it: 保护区, 维修费. */
function isEnding(word: Word | undefined, before: Word | undefined): boolean {
  if (word?.script !== 'han' || before?.script !== 'han' || !word.follows) return false;
  return (
    word.isJoined && word.text.length === 1 && before.text.length > 1 && partOf(word) === 'topic'
  );
}

/** Whether letters and digits are part of a Chinese name: 晨曦X3, 5G基站. */
function isCode(word: Word, before: Word | undefined, after: Word | undefined): boolean {
  const isMixed = /\p{L}/u.test(word.text) && !word.isStop && word.script !== 'han';
  const isBeside =
    before?.script === 'han' ? word.follows : after?.script === 'han' && after.follows;
  return isMixed && isBeside === true;
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

/** Chinese words that the text uses as verbs. */
function chineseVerbs(sentences: readonly Sentence[]): ReadonlySet<string> {
  const verbs = new Set<string>();
  for (const { words } of sentences) {
    for (const [index, word] of words.entries()) {
      const [before, after] = [words[index - 1], words[index + 1]];
      if (word.script !== 'han') continue;
      const isAfter = before !== undefined && word.follows && beforeChineseVerbs.test(before.text);
      if (isAfter || (after?.follows && afterChineseVerbs.test(after.text))) verbs.add(word.key);
    }
  }
  return verbs;
}

/**
 * Whether a phrase cannot go on from one word to the next. The segmenter leaves single Chinese
 * characters of words that it does not know, and of verbs: those that it leaves together twice, or
 * that are an ending, are a word.
 */
function isBorder(last: Word, word: Word, count: number): boolean {
  if (word.script !== last.script) {
    const isMixed = word.script === 'han' || last.script === 'han';
    const code = word.script === 'han' ? last.text : word.text;
    return !isMixed || (count < 2 && !/\p{Lu}|\d\p{L}/u.test(code));
  }
  if (word.script !== 'han' || word.isJoined || count > 1) return false;
  return word.text.length === 1 || last.text.length === 1;
}

/** Whether a Chinese character stands between a number and what it counts. */
function isCounter({ text, script, follows }: Word, before: Word | undefined): boolean {
  if (script !== 'han' || text.length > 1 || !before || !follows) return false;
  return before.script === 'number' || /^[一两二三四五六七八九十几半]+$/.test(before.text);
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
  const isBeforeNoun =
    next?.follows && (determiners.has(next.text.toLowerCase()) || next.script === 'number');
  const kept = isBeforeNoun ? chunk.slice(0, -1) : chunk;
  if (kept.some(({ script }) => script === 'han')) return kept;
  const end = kept.findLastIndex((word) => partOf(word) === 'topic');
  return kept.slice(0, end + 1);
}
