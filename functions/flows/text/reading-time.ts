import type { Sentence } from './analyse-text.ts';

/**
 * How fast people read silently, in words and Chinese characters a minute. English: Brysbaert,
 * Journal of Memory and Language 109 (2019). Chinese: Trauzettel-Klosinski and Dietz, IOVS 53(9),
 * 2012. The blog's posts are measured alike; a test holds the two together.
 */
const perMinute = { words: 238, characters: 255 } as const;

/** How long a text takes to read, by what it is written in, in minutes. */
export interface ReadingTime {
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
    chineseMinutes: characters / perMinute.characters,
    otherMinutes: words / perMinute.words,
  };
}
