import { parseArgs } from 'node:util';
import { analyseText } from '../../../functions/flows/text/analyse-text.ts';
import { digestText } from '../../../functions/flows/text/digest-text.ts';
import { markdownOf } from '../bench/table.ts';
import { noiseIn, precisionOf, recallOf, textRankSummary } from './measure.ts';
import { textRank } from './text-rank.ts';
import { type DigestText, digestTexts, type Half, halves } from './texts.ts';

const help = `Measures the digest beside TextRank on labelled texts.

  npm run digest                        both halves
  npm run digest -- --half choosing     or reporting
  npm run digest -- --show              also prints the summaries and phrases
  npm run digest -- --sentences 5       summaries of this length, in place of the digest's own
`;

const { values } = parseArgs({
  options: {
    half: { type: 'string' },
    sentences: { type: 'string' },
    show: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(help);
else main();

function main(): void {
  const rows = halves
    .filter((half) => values.half === undefined || values.half === half)
    .flatMap((half) => (['english', 'chinese'] as const).flatMap((language) => rowsOf(language, half)));
  const columns = ['half', 'language', 'by', 'facts %', 'noise %', 'phrases %'];
  process.stdout.write(
    `${markdownOf({ title: 'The digest of labelled texts', columns, rows, notes: [] })}\n`,
  );
}

interface Found {
  readonly text: DigestText;
  readonly summary: readonly string[];
  readonly phrases: readonly string[];
}

function rowsOf(language: 'english' | 'chinese', half: Half) {
  const ours: Found[] = [];
  const theirs: Found[] = [];
  for (const text of digestTexts(language, half)) {
    const digest = digestText(
      text.text,
      values.sentences === undefined ? undefined : Number(values.sentences),
    );
    const summary = digest.summary.map((quote) => quote.text);
    const phrases = digest.keyPhrases.map((quote) => quote.text);
    const sentences = analyseText(text.text).sentences;
    ours.push({ text, summary, phrases });
    theirs.push({
      text,
      summary: textRankSummary(
        sentences.map((sentence) => sentence.text),
        language,
        summary.length,
      ),
      phrases: textRank(2)(sentences),
    });
  }
  if (values.show) ours.forEach(show);
  return [
    [half, language, 'here', ...measuresOf(ours)],
    [half, language, 'TextRank', ...measuresOf(theirs)],
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

function show({ text, summary, phrases }: Found): void {
  const noise = new Set(noiseIn(text, summary));
  const lines = summary.map((one) => `${noise.has(one) ? '!' : ' '} ${one}`);
  const right = phrases.map((one) => (precisionOf(text, [one]) > 0 ? `[${one}]` : one));
  process.stdout.write(`${text.name}\n${lines.join('\n')}\n= ${right.join(' | ')}\n\n`);
}
