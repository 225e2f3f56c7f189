import { stemmer } from 'stemmer';
import { isStopWord } from './stop-words.ts';

/** What a word is written in; everything but the first two is neither English nor Chinese. */
export type Script = 'latin' | 'han' | 'number' | 'other';

export interface Word {
  readonly text: string;
  /** Where it begins in its sentence, in UTF-16 units. */
  readonly start: number;
  /** The same for all forms of a word. */
  readonly key: string;
  readonly script: Script;
  readonly isStop: boolean;
  /** Whether nothing but a space or a hyphen is between it and the word before it. */
  readonly follows: boolean;
}

/** What is longer is no word; its beginning stands for it, in UTF-16 units. */
const MAX_WORD_LENGTH = 50;

const segmenter = new Intl.Segmenter('zh-Hans', { granularity: 'word' });

/** The words of a sentence, whatever languages it mixes. */
export function wordsOf(sentence: string): Word[] {
  const words: Word[] = [];
  let between = '.';
  for (const { segment, index, isWordLike } of segmenter.segment(sentence)) {
    if (isWordLike) {
      words.push(wordOf(segment, index, /^[ -]?$/.test(between)));
      between = '';
    } else if (between.length <= 1) {
      between += segment;
    }
  }
  return words;
}

function wordOf(text: string, start: number, follows: boolean): Word {
  const script = scriptOf(text);
  const small = text.slice(0, MAX_WORD_LENGTH).toLowerCase().replace('’', "'");
  const key = script === 'latin' ? stemmer(small) : small;
  return { text, start, key, script, isStop: isStopWord(small), follows };
}

function scriptOf(text: string): Script {
  if (/^\p{sc=Han}/u.test(text)) return 'han';
  if (/^\p{sc=Latin}/u.test(text)) return 'latin';
  return /^\p{N}/u.test(text) ? 'number' : 'other';
}
