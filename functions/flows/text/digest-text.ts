import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxTextBytes } from '../input-limits.ts';
import { analyseText, type Sentence } from './analyse-text.ts';
import { keyPhrases } from './key-phrases.ts';
import {
  commonShare,
  meanSentenceLength,
  type ReadingTime,
  readingEase,
  readingTime,
} from './readability.ts';
import { summarise } from './summarise.ts';
import { notText, noWords, otherLanguage, tooFewSentences, tooManyBytes } from './text-refusals.ts';
import type { Word } from './words.ts';

/** A text with fewer has nothing that could be left out. */
const MIN_SENTENCES = 3;

/** How many of all characters may be such as no text has. */
const MAX_BINARY_SHARE = 0.001;

/** How many of all words may be in other scripts: Japanese has more in kana, for one. */
const MAX_OTHER_SHARE = 0.3;

/** English has at least these many stop words, as parts of all; what has fewer is no English. */
const MIN_STOP_SHARE = 0.15;
/** Below these many words that says nothing. */
const ENOUGH_WORDS = 40;

/** The languages that a text may be in, whatever those of the product are. */
type TextLanguage = 'chinese' | 'english';

/** What is worth knowing of a text. */
export interface Digest {
  readonly language: TextLanguage;
  readonly summary: readonly string[];
  readonly keyPhrases: readonly string[];
  /** Whole minutes, at least one. */
  readonly minutes: number;
  /** Words and Chinese characters, each counted as one. */
  readonly length: number;
  readonly sentenceLength: number;
  /** From 0 to 100; of English. */
  readonly readingEase: number;
  /** In percent; of Chinese. */
  readonly commonShare: number;
}

/**
 * Digests a text, be it plain or Markdown. Its language is the one that takes longer to read.
 *
 * @param wanted how many sentences the summary has at most
 * @throws {InputRefused} for what is no text, or not in English or Chinese, or too short
 */
export async function digestText(
  text: string,
  wanted: number,
  signal: AbortSignal,
): Promise<Digest> {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxTextBytes) throw tooManyBytes(bytes);
  if (isBinary(text)) throw notText();
  const { sentences, headings } = await analyseText(text, signal);
  const all = [...headings, ...sentences];
  const time = readingTime(all);
  const language = languageOf(sentences, time);
  if (!language) throw otherLanguage();
  if (sentences.length < MIN_SENTENCES) throw all.length === 0 ? noWords() : tooFew();
  // Each step takes up to a tenth of a second with the largest texts: others get their turn between.
  await nextTurn(undefined, { signal });
  const summary = summarise(sentences, wanted);
  await nextTurn(undefined, { signal });
  const phrases = keyPhrases(all);
  await nextTurn(undefined, { signal });
  return {
    language,
    summary,
    keyPhrases: phrases,
    minutes: Math.max(1, Math.round(time.chineseMinutes + time.otherMinutes)),
    length: all.reduce((sum, { length }) => sum + length, 0),
    sentenceLength: meanSentenceLength(sentences),
    readingEase: readingEase(sentences),
    commonShare: commonShare(sentences),
  };
}

function tooFew(): Error {
  return tooFewSentences(MIN_SENTENCES);
}

function isBinary(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what it looks for.
  const strange = text.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd\p{Cs}]/gu) ?? [];
  return strange.length > text.length * MAX_BINARY_SHARE;
}

/** The language that most of a text is in, if it is one of ours. */
function languageOf(sentences: readonly Sentence[], time: ReadingTime): TextLanguage | undefined {
  const words = sentences.flatMap((sentence) => sentence.words);
  const count = (is: (word: Word) => boolean) => words.filter(is).length;
  if (count(({ script }) => script === 'other') > words.length * MAX_OTHER_SHARE) return undefined;
  if (time.chineseMinutes > time.otherMinutes) return 'chinese';
  const latin = words.filter(({ script }) => script === 'latin');
  const stops = latin.filter(({ isStop }) => isStop).length;
  const isEnglish = latin.length < ENOUGH_WORDS || stops >= latin.length * MIN_STOP_SHARE;
  return isEnglish ? 'english' : undefined;
}
