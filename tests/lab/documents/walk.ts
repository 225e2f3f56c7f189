import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readDocument } from '../../../functions/flows/documents/read-document.ts';
import { InputRefused } from '../../../functions/flows/flow.ts';
import { leftOutLog } from '../../../functions/flows/left-out.ts';
import { digestSource } from '../../../functions/flows/text/digest-text.ts';
import { type MadeDocument, madeDocument } from './made-documents.ts';
import { commonLength, lettersOf } from './measure.ts';

const help = `Makes documents at random, digests them, and compares what was read with what they hold.

  npm run walk                      50 documents with a new seed
  npm run walk -- --count 500
  npm run walk -- --seed 17 --count 1 --show
                                    one document again, with what was read in it

It ends with 1 when a document is charged that lacks more than 1 % of its letters in silence.
`;

/** The share of the letters that may be missing without a word. */
const MAX_SILENT = 0.01;

/** A shorter part is found only as a block of its own, in letters. */
const SHORT = 6;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50' },
    seed: { type: 'string' },
    show: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(help);
else await walk(Number(values.seed ?? randomInt(1_000_000_000)), Number(values.count));

async function walk(first: number, count: number): Promise<void> {
  process.stdout.write(`seed ${first}, ${count} documents\n`);
  const counts = { charged: 0, whole: 0, told: 0, refused: 0, silent: 0 };
  for (let seed = first; seed < first + count; seed += 1) {
    const made = await madeDocument(seed);
    const outcome = await outcomeOf(made);
    if (outcome.refusal !== undefined) counts.refused += 1;
    else counts.charged += 1;
    if (outcome.refusal === undefined && outcome.missing === 0) counts.whole += 1;
    if (outcome.refusal === undefined && outcome.told > 0) counts.told += 1;
    const isSilent = outcome.refusal === undefined && outcome.missing - outcome.told > MAX_SILENT;
    if (isSilent) counts.silent += 1;
    if (isSilent || values.show) process.stdout.write(`${seed} ${made.kind}: ${sayOf(outcome)}\n`);
    if (values.show)
      process.stdout.write(`${made.parts.map((one) => one.text).join('\n')}\n----\n`);
    if (values.show) process.stdout.write(`${outcome.read}\n`);
  }
  process.stdout.write(`${JSON.stringify(counts)}\n`);
  if (counts.silent > 0) process.exitCode = 1;
}

interface Outcome {
  /** Why nothing was charged. */
  readonly refusal?: string;
  /** The share of the letters that was not read in their order, and the share that is told. */
  readonly missing: number;
  readonly told: number;
  readonly leftOut?: string;
  readonly read?: string;
}

function sayOf({ refusal, missing, told, leftOut = '' }: Outcome): string {
  return (
    refusal ??
    `${Math.round(missing * 1_000) / 10} % missing, ${Math.round(told * 1_000) / 10} % told: ${leftOut}`
  );
}

async function outcomeOf(made: MadeDocument): Promise<Outcome> {
  const leftOut = leftOutLog();
  const loadPdf = () => import('../../../functions/flows/documents/read-pdf.ts');
  try {
    const source = await readDocument(made.file, loadPdf, new AbortController().signal, leftOut);
    const refusal = leftOut.refusal()?.en;
    if (refusal !== undefined) return { refusal, missing: 0, told: 0 };
    digestSource(source, 5);
    const list = leftOut.list();
    const texts = source.blocks.map(({ text }) => text);
    return {
      ...{ missing: missingIn(made, texts), read: texts.join('\n') },
      told: list.reduce((sum, { share }) => sum + share, 0),
      leftOut: list.map(({ kind, count }) => `${kind} ${count}`).join(', '),
    };
  } catch (error) {
    if (!(error instanceof InputRefused)) throw error;
    return { refusal: error.sentences.en, missing: 0, told: 0 };
  }
}

/** The share of the letters that was not read; parts without a place may stand anywhere. */
function missingIn({ parts }: MadeDocument, read: readonly string[]): number {
  const all = lettersOf(parts.map(({ text }) => text)).length;
  const main = lettersOf(parts.flatMap(({ text, isLoose }) => (isLoose ? [] : [text])));
  let left = read.map((text) => lettersOf([text]));
  let missing = 0;
  for (const { text } of parts.filter(({ isLoose }) => isLoose)) {
    const letters = lettersOf([text]);
    const rests = restsWithout(letters, left);
    if (rests.length === 0) missing += letters.length;
    // A sentence may stand in a cell and in a paragraph. The walk tries each way, and counts the best one.
    const inMain = (rest: readonly string[]) => commonLength(main, rest.join(''));
    left =
      rests.length < 2
        ? (rests[0] ?? left)
        : (rests.toSorted((a, b) => inMain(b) - inMain(a))[0] ?? left);
  }
  return (missing + main.length - commonLength(main, left.join(''))) / Math.max(1, all);
}

/** The rest without a part: a block of its own, perhaps with the mark of a note, or in another. */
function restsWithout(letters: string, left: readonly string[]): string[][] {
  const rests = left.flatMap((block, at) => {
    const mark = block.slice(0, block.length - letters.length);
    return block.endsWith(letters) && /^\d{0,2}$/.test(mark) ? [left.toSpliced(at, 1)] : [];
  });
  const within = letters.length >= SHORT ? left.findIndex((one) => one.includes(letters)) : -1;
  if (rests.length > 0 || within < 0) return rests;
  return [left.with(within, left[within]?.replace(letters, '') ?? '')];
}
