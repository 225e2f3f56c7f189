import { analyseText } from '../../../functions/flows/text/analyse-text.ts';
import { keyPhrases } from '../../../functions/flows/text/key-phrases.ts';
import { wordsOf } from '../../../functions/flows/text/words.ts';
import {
  type LabelledText,
  labelledTexts,
  type TextLanguage,
} from '../../support/labelled-texts.ts';
import type { Bench } from './bench.ts';
import { type Extractor, textRank } from './digest/text-rank.ts';
import type { Table } from './table.ts';

/** How many of the first phrases are looked at. */
const AT = 8;
/** The weights of our phrases were chosen on the first half of the texts of each language. */
const HALF = 15;

const extractors: Readonly<Record<string, Extractor>> = {
  here: (sentences) => keyPhrases(sentences).map(({ text }) => text),
  'TextRank, window 2': textRank(2),
  'TextRank, window 3': textRank(3),
  'TextRank, window 5': textRank(5),
};

/** The key phrases of the digest beside TextRank, on texts that people have labelled. */
export const digestBench: Bench = {
  about: 'the key phrases of the digest against TextRank, on labelled texts',
  options: {},
  quick: {},
  prepare: () => async () => [measureDigest()],
};

function measureDigest(): Table {
  return {
    title: `Precision at ${AT} of key phrases`,
    columns: ['texts', 'by', 'all 30', 'first 15', 'last 15'],
    rows: (['english', 'chinese'] as const).flatMap(rowsOf),
    notes: [
      'The share of the first eight phrases that was marked by hand; a text has 8 to 10 marked ones.',
      'All extractors get the same sentences, words, stems and stop words.',
      'The weights were chosen on the first 15 texts of each language.',
    ],
  };
}

function rowsOf(language: TextLanguage) {
  const texts = labelledTexts(language);
  return Object.entries(extractors).map(([name, extract]) => {
    const found = texts.map((text) => precision(extract(analyseText(text.text).sentences), text));
    return [language, name, mean(found), mean(found.slice(0, HALF)), mean(found.slice(HALF))];
  });
}

/** The share of the first phrases that were marked. Forms of a word are alike. */
function precision(found: readonly string[], { phrases }: LabelledText): number {
  const marked = new Set(phrases.map(formOf));
  return found.slice(0, AT).filter((phrase) => marked.has(formOf(phrase))).length / AT;
}

function formOf(phrase: string): string {
  const words = wordsOf(phrase);
  const isHan = words.some(({ script }) => script === 'han');
  return words.map(({ key }) => key).join(isHan ? '' : ' ');
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
