import { syllable } from 'syllable';
import { readPerMinute } from '../../../src/contract/durations.ts';
import type { Sentence } from './analyse-text.ts';

/** The mean length of sentences, in words and Chinese characters. */
export function meanSentenceLength(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { length }) => sum + length, 0) / sentences.length;
}

/** Only this much of a long word is counted, in UTF-16 units. */
const MAX_WORD_LENGTH = 50;

/**
 * The Flesch reading ease of an English text, from 0 to 100 (Flesch, "A new readability yardstick",
 * Journal of Applied Psychology 32(3), 1948). Plain English has 60 to 70.
 */
export function readingEase(sentences: readonly Sentence[]): number {
  const counts = new Map<string, number>();
  let words = 0;
  let syllables = 0;
  for (const { text, script } of sentences.flatMap((sentence) => sentence.words)) {
    if (script !== 'latin') continue;
    const count = counts.get(text) ?? syllable(text.slice(0, MAX_WORD_LENGTH));
    counts.set(text, count);
    words += 1;
    syllables += count;
  }
  if (words === 0) return 0;
  const ease = 206.835 - 1.015 * (words / sentences.length) - 84.6 * (syllables / words);
  return Math.min(100, Math.max(0, ease));
}

/**
 * The 3,755 common characters of Chinese: level 1 of GB 2312-80. They fill the rows 0xB0 to 0xD7 with
 * 94 places each, but for the last five places.
 */
export const commonCharacters: ReadonlySet<string> = new Set(
  new TextDecoder('gb18030').decode(
    Uint8Array.from({ length: 3_755 * 2 }, (_, index) => {
      const place = index >> 1;
      return index % 2 === 0 ? 0xb0 + Math.floor(place / 94) : 0xa1 + (place % 94);
    }),
  ),
);

/** The share of common characters among the Chinese characters of a text, in percent. */
export function commonShare(sentences: readonly Sentence[]): number {
  let all = 0;
  let common = 0;
  for (const { text } of sentences) {
    for (const [character] of text.matchAll(/\p{sc=Han}/gu)) {
      all += 1;
      if (commonCharacters.has(character)) common += 1;
    }
  }
  return all === 0 ? 0 : (100 * common) / all;
}

/** How long people read a text, in minutes: its Chinese characters and its other words. */
export interface ReadingTime {
  readonly characters: number;
  readonly words: number;
  readonly chineseMinutes: number;
  readonly otherMinutes: number;
}

export function readingTime(sentences: readonly Sentence[]): ReadingTime {
  let [characters, words] = [0, 0];
  for (const sentence of sentences) {
    const others = sentence.words.filter(({ script }) => script !== 'han').length;
    words += others;
    characters += sentence.length - others;
  }
  return {
    characters,
    words,
    chineseMinutes: characters / readPerMinute.characters,
    otherMinutes: words / readPerMinute.words,
  };
}
