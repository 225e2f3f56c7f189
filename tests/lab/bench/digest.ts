import { analyseText } from '../../../functions/flows/text/analyse-text.ts';
import { keyPhrases } from '../../../functions/flows/text/key-phrases.ts';
import { labelledTexts, type TextLanguage } from '../../support/labelled-texts.ts';
import type { Bench, BenchReport, Comparison } from './bench.ts';
import { type Extractor, textRank, yake } from './digest/references.ts';
import { AT, precisionAt8 } from './digest/texts.ts';

/** The weights of our phrases were chosen on the first half of the texts of each language. */
const HALF = 15;

const extractors: Readonly<Record<string, Extractor>> = {
  here: (sentences) => keyPhrases(sentences).map(({ text }) => text),
  'TextRank, window 2': textRank(2),
  'TextRank, window 3': textRank(3),
  'TextRank, window 5': textRank(5),
  YAKE: yake,
};

interface Figure {
  readonly language: TextLanguage;
  readonly name: string;
  readonly all: number;
  readonly firstHalf: number;
  readonly secondHalf: number;
}

/** The key phrases of the digest beside TextRank and YAKE, on texts that people have labelled. */
export const digestBench: Bench = {
  about: 'the key phrases of the digest against TextRank and YAKE, on labelled texts',
  options: [],
  quick: {},
  prepare: () => async () => measureDigest(),
};

function measureDigest(): BenchReport {
  const figures = (['english', 'chinese'] as const).flatMap(figuresOf);
  return {
    tables: [
      {
        title: `Precision at ${AT} of key phrases`,
        columns: ['texts', 'by', 'all 30', 'first 15', 'last 15'],
        rows: figures.map(({ language, name, all, firstHalf, secondHalf }) => [
          ...[language, name, all, firstHalf, secondHalf],
        ]),
        notes: [
          'The share of the first eight phrases that was marked by hand; a text has 8 to 10 marked ones.',
          'All extractors get the same sentences, words, stems and stop words.',
          'The weights were chosen on the first 15 texts of each language.',
        ],
      },
    ],
    figures: { figures },
    comparisons: (['english', 'chinese'] as const).flatMap((language) =>
      comparisonsOf(figures.filter((figure) => figure.language === language)),
    ),
  };
}

function figuresOf(language: TextLanguage): readonly Figure[] {
  const texts = labelledTexts(language);
  return Object.entries(extractors).map(([name, extract]) => {
    const found = texts.map((text) =>
      precisionAt8(extract(analyseText(text.text).sentences), text),
    );
    const firstHalf = mean(found.slice(0, HALF));
    return { language, name, all: mean(found), firstHalf, secondHalf: mean(found.slice(HALF)) };
  });
}

function comparisonsOf(figures: readonly Figure[]): readonly Comparison[] {
  const [ours, ...references] = figures;
  return references.map(({ language, name, all }) => ({
    what: `precision at ${AT}, ${language}`,
    unit: 'share',
    value: ours?.all ?? 0,
    reference: name,
    referenceValue: all,
    ratio: all === 0 ? 0 : (ours?.all ?? 0) / all,
    goal: '> 1',
  }));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
