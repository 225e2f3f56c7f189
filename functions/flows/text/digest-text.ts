import type { Language } from '../../../src/contract/language.ts';
import { textRefusalsWords } from '../../../src/i18n/words.ts';
import { InputRefused, textsOf } from '../flow.ts';
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
import type { Word } from './words.ts';

/** A summary of fewer sentences would leave nothing out. */
const MIN_SENTENCES = 3;

/** The share of control characters that a text may have. */
const MAX_BINARY_SHARE = 0.001;

/** The share of words in other scripts. Japanese, for one, has more in kana. */
const MAX_OTHER_SHARE = 0.3;

/** The share of stop words that every English text has. */
const MIN_STOP_SHARE = 0.15;
/** In a text with fewer words the share of stop words says nothing. */
const ENOUGH_WORDS = 40;

/** The languages that a text may be in, whatever those of the product are. */
type TextLanguage = 'chinese' | 'english';

export interface Digest {
  readonly language: TextLanguage;
  readonly summary: readonly string[];
  readonly keyPhrases: readonly string[];
  /** Whole minutes, at least one. */
  readonly minutes: number;
  /** Words and Chinese characters, each counted as one. */
  readonly length: number;
  readonly sentenceLength: number;
  /** From 0 to 100; for English. */
  readonly readingEase: number;
  /** In percent; for Chinese. */
  readonly commonShare: number;
}

/**
 * Digests a plain text or Markdown. Its language is the one of which it has more to read.
 *
 * @param maxSentences how many sentences the summary has at most
 * @throws {InputRefused} for a file that is no text, another language, or too short a text
 */
export function digestText(text: string, maxSentences: number): Digest {
  const bytes = Buffer.byteLength(text);
  if (bytes > maxTextBytes) {
    throw refused('tooManyBytes', { has: Math.ceil(bytes / 1_000), most: maxTextBytes / 1_000 });
  }
  if (isBinary(text)) throw refused('notText');
  const { sentences, headings } = analyseText(text);
  const all = [...headings, ...sentences];
  const time = readingTime(all);
  const language = languageOf(sentences, time);
  if (!language) throw refused('otherLanguage');
  if (all.length === 0) throw refused('noWords');
  if (sentences.length < MIN_SENTENCES) throw refused('tooFewSentences', { least: MIN_SENTENCES });
  return {
    language,
    summary: summarise(sentences, maxSentences),
    keyPhrases: keyPhrases(all),
    minutes: Math.max(1, Math.round(time.chineseMinutes + time.otherMinutes)),
    length: all.reduce((sum, { length }) => sum + length, 0),
    sentenceLength: meanSentenceLength(sentences),
    readingEase: readingEase(sentences),
    commonShare: commonShare(sentences),
  };
}

function refused(
  name: keyof (typeof textRefusalsWords)[Language],
  values: Readonly<Record<string, number>> = {},
): InputRefused {
  return new InputRefused(textsOf(textRefusalsWords, (words) => words[name], values));
}

function isBinary(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what it looks for.
  const strange = text.match(/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd\p{Cs}]/gu) ?? [];
  return strange.length > text.length * MAX_BINARY_SHARE;
}

/** The main language of a text; undefined when it is neither English nor Chinese. */
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
