import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../support/site-copy.ts';
import { projectOf } from '../project-copy.ts';
import { type Bench, type BenchContext, withTemporaryFolder } from './bench.ts';
import { startChild } from './programs.ts';
import type { Measured } from './shrink/measure.ts';
import { largestPhotograph, seededPictures } from './shrink/seeded-pictures.ts';
import { ratio } from './statistics.ts';
import type { Cell, Table } from './table.ts';

const usual = { widths: [640, 1280], likeness: 0.98 };
const largest = { widths: [1280, 1600, 1920], likeness: 0.99 };

/** Pictures of a phone, beside a revision and beside one encoding of each file. */
export const shrinkBench: Bench = {
  about: 'six pictures of 12 megapixels and one of 50, beside one encoding of each file',
  options: { against: { default: '', about: 'a revision that shrinks the six as well' } },
  quick: {},
  prepare: ({ against = '' }) => {
    return (context) => withTemporaryFolder((folder) => measure(folder, against, context));
  },
};

async function measure(
  folder: string,
  against: string,
  context: BenchContext,
): Promise<readonly Table[]> {
  const former = against && (await projectOf({ folder, revision: against }));
  const rows: (readonly Cell[])[] = [];
  const pictures = { ...seededPictures, '50 megapixels': largestPhotograph };
  for (const [name, make] of Object.entries(pictures)) {
    context.say(name);
    const path = join(folder, name);
    await writeFile(path, await make());
    const wanted = JSON.stringify(name in seededPictures ? usual : largest);
    const here = await shrunk([projectRoot, path, wanted, 'here'], context.signal);
    const isCompared = former && name in seededPictures;
    const there = isCompared ? await shrunk([former, path, wanted], context.signal) : undefined;
    rows.push([
      ...[name, here.cpuSeconds, here.bytes, here.likeness.toFixed(4)],
      ratio(here.cpuSeconds, here.singleSeconds),
      ...[there?.cpuSeconds, there && ratio(here.cpuSeconds, there.cpuSeconds)],
      there && ratio(here.bytes, there.bytes),
    ]);
  }
  const columns = ['picture', 'CPU s', 'bytes', 'least SSIM', 'times one encoding'];
  return [
    {
      title: 'Image shrink',
      columns: [...columns, 'CPU s before', 'CPU ratio', 'bytes ratio'],
      rows,
      notes: [
        'Six pictures at widths of 640 and 1280 and a likeness of 0.98; that of 50 megapixels at 1280, 1600 and 1920, and 0.99.',
        'One encoding decodes, resizes and encodes each file that came back once, with the same options.',
        'Goals: 0.3 times the former processor time, 1.03 times its bytes, twice one encoding, 16 s for 50 megapixels, and at most 0.002 less likeness than asked.',
      ],
    },
  ];
}

const program = join(import.meta.dirname, 'shrink/measure.ts');

async function shrunk(args: readonly string[], signal: AbortSignal): Promise<Measured> {
  const variables = { PATH: process.env.PATH };
  const child = startChild({ args: [program, ...args], folder: projectRoot, variables }, signal);
  if ((await child.ended) !== 0) throw new Error(child.output());
  return JSON.parse(child.output());
}
