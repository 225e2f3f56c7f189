import type { Sentence } from './analyse-text.ts';
import { isUnit, partOf, type Word } from './words.ts';

/** Words after which a word without an article is mostly a verb or an adjective. */
const beforeVerbs =
  /^(?:to|will|would|can|could|may|might|must|shall|should|not|never|who|which|i|we|they|he|she|it|you|is|are|was|were|be|been|being)$/i;
/** Words that stand before nouns and clauses: a word right before one of them is no noun. */
const determiners =
  /^(?:the|a|an|its|their|his|her|my|our|your|each|every|this|these|those|that|whether|how|us|them|me|you|him|it|no)$/i;
/** Chinese adverbs and auxiliaries right before a verb, and particles right after it. */
const beforeChineseVerbs =
  /^(?:不|已|已经|将|正在|可|可以|能|能够|会|应|应当|须|必须|请|并|所|未|不得|重新|继续)$/;
const afterChineseVerbs = /^[了着过]$/;
/** Particles and conjunctions, which no Chinese name has within it. */
const particle = /^[的地得了着过和与或及在是把为对从向到由于以之等也都就、]$/;

/** Characters that make a noun of the word before them, beside those that begin no line. */
const furtherEndings =
  /^[工民人客商生手官兵方局部处科所校社厅署团组班道海场坝堤渠林田线口层房屋仓棚机仪泵阀管座键券单书册报刊纸笔盒包袋瓶罐车艇梯窗门砖布衣鞋帽屏芯片膜刷轮链绳杆床椅桌琴刀枪弹井池槽沟水油气盐糖酸料材品物肉菜果花树木苗毛骨胶漆酒茶奶饭面汤款金额价险息债租量值期龄权律案章制文诗歌曲舞画症炎癌类级系界力电光声波体课题]$/;
/** Words at which a clause begins that has a verb of its own; a clause ends at the others, too. */
const clauseStart = /^(?:if|because|when|while|where|whether|as|until|although|so)$/i;
const clauseEnd = /^(?:that|which|who|and|but|before|after|since|or|than)$/i;
const auxiliary =
  /^(?:is|are|was|were|be|been|ha[sd]|have|do|does|did|will|would|can|could|may|might|must|shall|should)(?:n't)?$/i;

/** How often two words follow each other. */
type Count = (one: Word | undefined, other: Word | undefined) => number;

/**
 * The runs of words of a sentence that may be phrases, by what the whole text repeats.
 * @returns takes the position of a sentence, counted from 0
 */
export function chunkFinder(sentences: readonly Sentence[]) {
  const split = sentences.map(({ words }) => words);
  const countSplit = pairCounts(split);
  const joined = split.map((words) => joinedWords(words, countSplit));
  const isSplit = joined.some((words, index) => words !== split[index]);
  const count = isSplit ? pairCounts(joined) : countSplit;
  const verbs = chineseVerbs(joined);
  /** Whether the text repeats a Chinese word with a neighbour, so that it may be part of a name. */
  const isPart = (word: Word, before: Word | undefined, after: Word | undefined) => {
    if (word.script === 'latin' ? word.isStop : particle.test(word.text)) return false;
    if (isUnit(word)) return false;
    const isAfter = before !== undefined && before.script === 'han' && count(before, word) > 1;
    const isBefore = after !== undefined && after.script === 'han' && count(word, after) > 1;
    return isAfter || isBefore;
  };
  return (position: number): readonly (readonly Word[])[] => {
    const words = joined[position] ?? [];
    const agreed = agreedVerbs(words);
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
      const isApart = last && isBorder(last, word, count(last, word));
      if (last && (!word.follows || isApart)) close(undefined);
      const isAction = agreed.has(word) || verbs.has(word.key) || isPast(word, last);
      const isNone = isAction || partOf(word) === 'none' || isCounter(word, before);
      if (isNone && !isPart(word, before, after) && !isCode(word, before, after)) close(word);
      else if (chunk.length > 0 || !isVerb(word, before)) chunk.push(word);
    }
    close(undefined);
    return chunks;
  };
}

/** The words with the single characters that the segmenter leaves of words that it does not know. */
function joinedWords(words: readonly Word[], count: Count): readonly Word[] {
  if (!words.some(isCharacter)) return words;
  const joined: Word[] = [];
  /** How many single characters the last word has. */
  let singles = 0;
  for (const [index, word] of words.entries()) {
    const [last, before, after] = [joined.at(-1), words[index - 1], words[index + 1]];
    const isAgain = count(before, word) > 1;
    const isTwice = (isAgain && isSingle(before)) || (count(word, after) > 1 && isSingle(after));
    const isLoose = isSingle(word, isTwice) && !isCounter(word, before);
    const isMore = singles === 1 || (singles > 1 && (isAgain || (singles === 2 && isEnding(word))));
    const isRun = isLoose && isMore;
    if (last && touches(last, word) && (isRun || endsNoun(word, last))) {
      const [text, key] = [last.text + word.text, last.key + word.key];
      joined[joined.length - 1] = { ...last, text, key, isStop: false };
      singles = isRun ? singles + 1 : 0;
    } else {
      joined.push(word);
      singles = isLoose ? 1 : 0;
    }
  }
  return joined;
}

function isCharacter(word: Word): boolean {
  return word.script === 'han' && word.text.length === 1;
}

/** Joined words are no longer, in UTF-16 units, so that the time grows no faster than the text. */
const MAX_JOINED = 10;

function touches({ script, start, text }: Word, word: Word): boolean {
  if (!isCharacter(word) || script !== 'han' || text.length >= MAX_JOINED) return false;
  return start + text.length === word.start;
}

function endsNoun(word: Word, last: Word): boolean {
  return last.text.length > 1 && !last.isStop && !isUnit(last) && isEnding(word);
}

/** Whether a character makes a noun of the word before it: 保护区, 违约金. */
function isEnding(word: Word): boolean {
  const { text, isJoined } = word;
  return furtherEndings.test(text) || (isJoined && text.length === 1 && partOf(word) === 'topic');
}

/**
 * English words that are the only verb of their clause: they follow a noun, and one of the two ends
 * with the s of a plural or of a verb (“the guarantee lasts”, “the schools reopen”).
 */
function agreedVerbs(words: readonly Word[]): ReadonlySet<Word> {
  const clauses: Word[][] = [];
  for (const word of words) {
    if (!word.follows || clauseStart.test(word.text) || clauseEnd.test(word.text)) clauses.push([]);
    clauses.at(-1)?.push(word);
  }
  const found = clauses.map((clause, at) => {
    const isSubject = ({ isStop, text }: Word) => at === 0 && (!isStop || determiners.test(text));
    const isBegun = clause.slice(0, 1).some((one) => clauseStart.test(one.text) || isSubject(one));
    if (!isBegun || clause.some(isFiniteVerb)) return [];
    return clause.filter((word, index) => agrees(clause[index - 1], word)).slice(0, 1);
  });
  return new Set(found.flat());
}

function isFiniteVerb(word: Word): boolean {
  if (auxiliary.test(word.text)) return true;
  const isNone = word.script === 'latin' && partOf(word) === 'none' && !word.isStop;
  return /\w{3}ed$/.test(word.text) || (isNone && !isUnit(word) && !/(?:ing|ly)$/.test(word.text));
}

function agrees(noun: Word | undefined, verb: Word): boolean {
  if (noun?.script !== 'latin' || partOf(noun) !== 'topic' || !isSpaced(noun, verb)) return false;
  const isPlural = ({ text }: Word) => /[^s]s$/.test(text);
  return /^\p{Ll}.*(?<!ing)$/u.test(verb.text) && !verb.isStop && isPlural(noun) !== isPlural(verb);
}

/** Whether a word in -ed follows a noun, as a verb does, and no hyphen binds it to that. */
function isPast(word: Word, last: Word | undefined): boolean {
  return (
    /\w{3}ed$/.test(word.text) &&
    last !== undefined &&
    partOf(last) === 'topic' &&
    isSpaced(last, word)
  );
}

function isSpaced(one: Word, other: Word): boolean {
  return other.follows && other.start === one.start + one.text.length + 1;
}

/** Whether the segmenter left a character alone. A verb is part of a word where the text repeats it. */
function isSingle(word: Word | undefined, isTwice = false): boolean {
  if (!word || !isCharacter(word)) return false;
  return partOf(word) === 'topic' || (isTwice && !particle.test(word.text) && !isUnit(word));
}

/** Whether letters and digits are part of a Chinese name: 晨曦X3, 5G基站. */
function isCode(word: Word, before: Word | undefined, after: Word | undefined): boolean {
  const isMixed = /\p{L}/u.test(word.text) && !word.isStop && word.script !== 'han';
  const isBeside =
    before?.script === 'han' ? word.follows : after?.script === 'han' && after.follows;
  return isMixed && isBeside === true;
}

function pairCounts(lines: readonly (readonly Word[])[]): Count {
  const pairs = new Map<string, number>();
  for (const words of lines) {
    for (const [index, word] of words.entries()) {
      const before = words[index - 1];
      if (!before || !word.follows) continue;
      const pair = `${before.key} ${word.key}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
  }
  return (one, other) => (one && other?.follows ? (pairs.get(`${one.key} ${other.key}`) ?? 0) : 0);
}

/** Chinese words that the text uses as verbs. */
function chineseVerbs(lines: readonly (readonly Word[])[]): ReadonlySet<string> {
  const verbs = new Set<string>();
  for (const words of lines) {
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
  if (word.script !== 'han' || count > 1) return false;
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
    beforeVerbs.test(before.text) &&
    !/^\p{Lu}/u.test(word.text)
  );
}

/** A chunk without the verb before an article, and without modifiers at its end. */
function trimmed(chunk: readonly Word[], next: Word | undefined): readonly Word[] {
  const isBeforeNoun = next?.follows && (determiners.test(next.text) || next.script === 'number');
  const kept = isBeforeNoun ? chunk.slice(0, -1) : chunk;
  if (kept.some(({ script }) => script === 'han')) return kept;
  const end = kept.findLastIndex((word) => partOf(word) === 'topic');
  return kept.slice(0, end + 1);
}
