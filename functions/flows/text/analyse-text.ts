import { type Block, markdownBlocks } from './markdown-blocks.ts';
import { type Word, wordsOf } from './words.ts';

export interface Sentence {
  readonly text: string;
  readonly words: readonly Word[];
  /** The length in words and Chinese characters. */
  readonly length: number;
}

/** The sentences and headings of a text. */
export interface Analysis {
  readonly sentences: readonly Sentence[];
  /** Headings, which people read but which are no sentences. */
  readonly headings: readonly Sentence[];
}

/** Finds the sentences and words of a plain text or of Markdown. */
export function analyseText(source: string): Analysis {
  return analyseBlocks(markdownBlocks(source));
}

/** Finds the sentences and words of headings and paragraphs. */
export function analyseBlocks(blocks: readonly Block[]): Analysis {
  const sentences: Sentence[] = [];
  const headings: Sentence[] = [];
  for (const { isHeading, text } of blocks) {
    for (const sentence of isHeading ? [text] : sentencesOf(text)) {
      const words = wordsOf(sentence);
      const kind = isHeading ? headings : sentences;
      if (words.length > 0) kind.push({ text: sentence, words, length: lengthOf(words) });
    }
  }
  return { sentences, headings };
}

function lengthOf(words: readonly Word[]): number {
  return words.reduce(
    (sum, { script, text }) => sum + (script === 'han' ? Array.from(text).length : 1),
    0,
  );
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Abbreviations that end in a point within a sentence; a single capital is an initial. */
const abbreviation =
  /(?:^|[\s(“"'])(?:Mrs?|Ms|Dr|Prof|St|Jr|Sr|Inc|Ltd|Co|Corp|No|Nos|Fig|Figs|Vol|pp?|vs|cf|al|etc|e\.g|i\.e|approx|[A-Z]|(?:[A-Z]\.)+[A-Z])\.\s*$/;

/** The sentences of a paragraph in any language, each without the space around it. */
export function* sentencesOf(paragraph: string): Generator<string> {
  let sentence = '';
  for (const { segment } of segmenter.segment(paragraph)) {
    sentence += segment;
    if (abbreviation.test(segment)) continue;
    yield* unlessBlank(sentence);
    sentence = '';
  }
  yield* unlessBlank(sentence);
}

function* unlessBlank(sentence: string): Generator<string> {
  const trimmed = sentence.trim();
  if (trimmed !== '') yield trimmed;
}
