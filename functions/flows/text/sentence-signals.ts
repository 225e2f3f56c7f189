import { stemmer } from 'stemmer';
import type { Sentence } from './analyse-text.ts';
import { pairsOf } from './pairs.ts';
import { endsSentence } from './plain-lines.ts';

/** The shortest sentence that stands by itself, in words and Chinese characters. */
const MIN_LENGTH = 6;
/** A longer sentence is mostly a list, or a text without full stops. */
const MAX_LENGTH = 120;
/** A sentence with a larger share in quotes is speech; with figures it may be more. */
const MAX_QUOTED = { plain: 0.3, figures: 0.6 } as const;

/**
 * Whether a sentence may stand in a summary: it ends as one, asks nothing, is no greeting, no
 * formality, no list of names, and not mainly the speech of somebody.
 */
export function isStatement(sentence: Sentence): boolean {
  const { text, isItem } = sentence;
  const ends = endsSentence(text) || (isItem && /[;；]$/.test(text));
  return ends && (isItem || !/^\p{Ll}/u.test(text)) && isTold(sentence);
}

/** Whether an item of a list without a stop says something: it has a figure, or a word of a decision. */
export function isNote(sentence: Sentence): boolean {
  const { text, isItem } = sentence;
  return (
    isItem && !/[:：]$/.test(text) && isTold(sentence) && figuresIn(sentence) + cuesIn(sentence) > 0
  );
}

function isTold(sentence: Sentence): boolean {
  const { text, length, isFormula, words } = sentence;
  if (length < MIN_LENGTH || length > MAX_LENGTH || isFormula) return false;
  if (/[?？]["'”’)）\]」』]*$/u.test(text)) return false;
  const maxQuoted = figuresIn(sentence) > 0 ? MAX_QUOTED.figures : MAX_QUOTED.plain;
  return quotedShare(text) < maxQuoted && hasCase(text, words);
}

/** A heading in capitals is none, whatever mark ends it. */
function hasCase(text: string, words: Sentence['words']): boolean {
  return words.every(({ script }) => script !== 'latin') || /\p{Ll}|\p{sc=Han}/u.test(text);
}

/** The share of a sentence that stands in quotes; all of it, where a quote is cut. */
function quotedShare(text: string): number {
  const opened = text.match(/[“「『]/gu)?.length ?? 0;
  const closed = text.match(/[”」』]/gu)?.length ?? 0;
  if (opened !== closed) return 1;
  const quotes = pairsOf(text).filter(({ kind }) => kind === 'quote');
  return quotes.reduce((sum, { start, end }) => sum + end - start - 1, 0) / text.length;
}

/**
 * Words of decisions, causes and results. English: lemmas of the synsets decide 1–2, resolve 2,
 * approve 1, adopt 1, agree 1–2, vote 1, elect 1, recommend 1, propose 1, forbid 1, require 1, announce 2,
 * plan 1, cause 1, reason 1, therefore 1–2, result 1–2, prevent 1, show 2, find 2, increase 1, rise 2,
 * decrease 1, reduce 1, cost 1 and replace 1 of WordNet 3.0 (WordNet licence), the verbs of RFC 2119, and
 * causal connectives of the Penn Discourse Treebank 2.0. Chinese: words of the same synsets in the
 * Chinese Open Wordnet (WordNet licence), the verbs of duty in the Standing Committee's rules for
 * drafting laws (2009), and causal connectives of the Chinese Discourse Treebank.
 */
const english = stemsOf(
  'decide decided resolve settle determine conclude conclusion decision approve adopt agree vote elect recommend recommendation propose proposal suggest advise forbid prohibit require necessitate demand announce declare plan cause reason because therefore thus hence consequently accordingly result lead led prevent prove demonstrate show shown detect observe find found discover increase rise rose risen climb decrease diminish fall fell fallen reduce cut cost replace must shall should may until unless since',
);
const chinese =
  /决定|决议|建议|提议|批准|同意|表决|选举|禁止|宣布|计划|结论|发现|证明|显示|表明|原因|规定|导致|致使|结果|后果|增加|增长|上升|上涨|减少|下降|降低|削减|缩短|花费|防止|避免|更换|取消|废除|要求|需要|应当|必须|不得|因为|由于|因此|因而|所以|从而|为了|否则|以免|只有/gu;

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' ').map((word) => stemmer(word)));
}

/** Headings under which decisions, causes and results stand. */
const heading =
  /\b(?:decisions?|resolutions?|conclusions?|recommendations?|proposals?|results?|findings|outcomes?|causes?|reasons?)\b|决定|决议|结论|结果|建议|原因/iu;

/** How many words of decisions, causes and results a sentence has; a heading above it counts as one. */
export function cuesIn({ words, text, path }: Sentence): number {
  const latin = words.filter(({ script, key }) => script === 'latin' && english.has(key)).length;
  const above = heading.test(path.at(-1) ?? '') ? 1 : 0;
  return latin + above + (text.match(chinese)?.length ?? 0);
}

/** Amounts with their unit or sign, and other numbers in digits or as words. */
const amount =
  /[$€£¥]\s?\d[\d.,]{0,20}|(?<![\d.,])\d[\d.,]{0,20}\s?(?:%|％|‰|per ?cent|percent|million|billion|thousand|万|亿|元|千|百)/giu;
const number =
  /\d[\d.,]{0,20}|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|half|third|quarter|twice|double)\b|[一二两三四五六七八九十百千万半]{1,4}(?=[个名家户天日年月周次倍成人岁小分米公里吨元台座套辆条项])|[二三四五六七八九十]分之[一二三四五六七八九]/giu;

/** How many figures a sentence has; an amount counts twice. */
export function figuresIn({ text }: Sentence): number {
  return (text.match(amount)?.length ?? 0) + (text.match(number)?.length ?? 0);
}

/** A sentence that begins so leans on the one before it. */
const leaning =
  /^(?:but|and|yet|or|so|then|nevertheless|however|he|she|it|its|they|their|this|these|those|that|such|both|others?|there|not)\b|^(?:但|而且|然而|不过|他|她|它|这|那|其|此|另|同时|也|还|并|本[章节])/iu;

export function leans({ text }: Sentence): boolean {
  return leaning.test(text);
}
