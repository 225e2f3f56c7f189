import { analyseText } from '../../../functions/flows/text/analyse-text.ts';
import { digestText } from '../../../functions/flows/text/digest-text.ts';
import type { TextLanguage } from '../../support/labelled-texts.ts';
import { noiseIn, precisionOf, recallOf, textRankSummary } from '../digest/measure.ts';
import { textRank } from '../digest/text-rank.ts';
import { type DigestText, digestTexts, type Half, halves } from '../digest/texts.ts';
import {
  type Bench,
  type BenchContext,
  BenchRefusal,
  type OptionValues,
  readNumber,
} from './bench.ts';

/** The digest beside TextRank, on texts whose facts, noise and phrases were labelled. */
export const digestBench: Bench = {
  about: 'the digest against TextRank, on labelled texts',
  options: {
    half: { default: 'both', about: 'choosing, reporting or both' },
    sentences: { default: 'auto', about: 'the length of a summary' },
    show: { default: 'no', about: 'yes shows the summaries and phrases, ! before noise' },
  },
  quick: {},
  prepare(values) {
    const options = optionsOf(values);
    return async ({ say }) => [
      {
        title: 'The digest of labelled texts',
        columns: ['language', 'by', 'half', 'facts %', 'noise %', 'phrases %'],
        rows: options.halves.flatMap((half) =>
          (['english', 'chinese'] as const).flatMap((language) =>
            rowsOf(digestTexts(language, half), { ...options, language, half, say }),
          ),
        ),
        notes: [
          'Facts: the share that a summary conveys, by weight. Noise: the share of its sentences. Phrases: the right ones of eight.',
          'TextRank’s summary is that of ts-textrank 1.0.3; it has the same sentences to choose from, and as many to choose.',
        ],
      },
    ];
  },
};

interface Options {
  readonly halves: readonly Half[];
  readonly sentences: number | undefined;
  readonly isShown: boolean;
}

function optionsOf({ half, sentences, show }: OptionValues): Options {
  const some = halves.filter((one) => half === 'both' || half === one);
  if (some.length === 0) {
    throw new BenchRefusal(`--half has ${half}; write ${halves.join(', ')} or both.`);
  }
  return {
    halves: some,
    sentences: sentences === 'auto' ? undefined : readNumber('sentences', sentences, 30),
    isShown: show === 'yes',
  };
}

interface Found {
  readonly text: DigestText;
  readonly summary: readonly string[];
  readonly phrases: readonly string[];
}

function rowsOf(
  texts: readonly DigestText[],
  {
    language,
    half,
    sentences,
    isShown,
    say,
  }: Options & Pick<BenchContext, 'say'> & { readonly language: TextLanguage; readonly half: Half },
) {
  const found = texts.map((text) => {
    const digest = digestText(text.text, sentences);
    const summary = digest.summary.map((quote) => quote.text);
    const read = analyseText(text.text).sentences;
    const ours: Found = { text, summary, phrases: digest.keyPhrases.map((quote) => quote.text) };
    const theirs: Found = {
      text,
      summary: textRankSummary(read, language, summary.length),
      phrases: textRank(2)(read),
    };
    if (isShown) say(shown(ours));
    return { ours, theirs };
  });
  return [
    [language, 'here', half, ...measuresOf(found.map(({ ours }) => ours))],
    [language, 'TextRank', half, ...measuresOf(found.map(({ theirs }) => theirs))],
  ];
}

/** Recall, noise and phrases, in percent. */
function measuresOf(found: readonly Found[]): readonly number[] {
  const mean = (of: (one: Found) => number) =>
    found.reduce((sum, one) => sum + of(one), 0) / found.length;
  const sentences = found.flatMap(({ summary }) => summary).length;
  const noise = found.flatMap(({ text, summary }) => noiseIn(text, summary)).length;
  return [
    mean(({ text, summary }) => recallOf(text, summary)),
    noise / sentences,
    mean(({ text, phrases }) => precisionOf(text, phrases)),
  ].map((share) => Math.round(1_000 * share) / 10);
}

function shown({ text, summary, phrases }: Found): string {
  const noise = new Set(noiseIn(text, summary));
  const lines = summary.map((one) => `${noise.has(one) ? '!' : ' '} ${one}`);
  const marked = phrases.map((one) => (precisionOf(text, [one]) > 0 ? `[${one}]` : one));
  return [text.name, ...lines, `= ${marked.join(' | ')}`, ''].join('\n');
}
