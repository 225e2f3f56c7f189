import {
  type Bench,
  type BenchContext,
  type BenchReport,
  type Comparison,
  readNumber,
  withTemporaryFolder,
} from './bench.ts';
import { measureOverhead, type Overhead } from './flows/overhead.ts';
import { compareSettings, type ShrinkFigures } from './flows/shrink-settings.ts';
import { type Subject, subjects } from './flows/subjects.ts';
import { median, ratio } from './statistics.ts';
import type { Table } from './table.ts';

/** More runs give no better figure. */
const MAX_RUNS = 1_000;

/** How many calls the overhead is the median of, for each run of a flow. */
const CALLS_A_RUN = 20;

/** The most bytes of a shrunk picture, as a multiple of those of the best settings. */
const GOAL_TIMES_BEST = 1.02;

/** The longest time of the call around a run, at the median, in milliseconds. */
const GOAL_OVERHEAD_MS = 15;

interface FlowFigures extends Pick<Subject, 'name' | 'bareDoes'> {
  readonly flowMs: number;
  readonly bareMs: number;
  /** The median of the runs' ratios. */
  readonly timesBare: number;
}

/** Each flow beside its libraries alone, and the time of the call around a run. */
export const flowsBench: Bench = {
  about: 'each flow against its libraries called bare, and what charging for it takes',
  options: [
    { name: 'runs', type: 'string', default: '15', about: 'how often each is measured, in turns' },
    {
      name: 'pictures',
      type: 'string',
      default: '5',
      about: 'how many are shrunk beside settings by hand, the last two of 12 megapixels',
    },
  ],
  quick: { runs: '7', pictures: '3' },
  prepare({ runs, pictures }) {
    const count = readNumber('runs', runs, MAX_RUNS);
    const shrunk = readNumber('pictures', pictures, MAX_RUNS);
    return (context) => measureFlows(count, shrunk, context);
  },
};

async function measureFlows(
  runs: number,
  pictures: number,
  context: BenchContext,
): Promise<BenchReport> {
  const figures: FlowFigures[] = [];
  for (const subject of await subjects()) {
    context.say(subject.name);
    figures.push(await compare(subject, runs, context));
  }
  context.say('image shrink against settings searched by hand');
  const shrunk = await compareSettings(pictures, context.signal);
  context.say('the call around a run');
  const overhead = await withTemporaryFolder((folder) =>
    measureOverhead(runs * CALLS_A_RUN, folder, context),
  );
  return {
    tables: [flowsTable(figures, runs), shrinkTable(shrunk), overheadTable(overhead)],
    figures: { runs, flows: figures, shrunk, overhead },
    comparisons: [
      ...figures.map(comparisonOf),
      ...shrunk.map(shrinkComparison),
      overheadComparison(overhead),
    ],
  };
}

/** Flow and libraries take turns, so that other load on the machine slows both. */
async function compare(
  { name, flow, bare, bareDoes }: Subject,
  runs: number,
  { clock, signal }: BenchContext,
): Promise<FlowFigures> {
  const flowMs: number[] = [];
  const bareMs: number[] = [];
  // The first run of each is not counted: it loads the code.
  for (let run = 0; run <= runs; run += 1) {
    signal.throwIfAborted();
    const [ours, theirs] = [await timeOf(flow, clock), await timeOf(bare, clock)];
    if (run === 0) continue;
    flowMs.push(ours);
    bareMs.push(theirs);
  }
  const ratios = flowMs.map((ms, run) => ratio(ms, bareMs[run] ?? 0) ?? 0);
  const timesBare = median(ratios);
  return { name, bareDoes, flowMs: median(flowMs), bareMs: median(bareMs), timesBare };
}

async function timeOf(work: () => Promise<unknown>, clock: () => number): Promise<number> {
  const startedMs = clock();
  await work();
  return clock() - startedMs;
}

function flowsTable(figures: readonly FlowFigures[], runs: number): Table {
  return {
    title: 'Flows beside their libraries',
    columns: ['flow', 'ms', 'libraries bare, ms', 'times', 'what the libraries do'],
    rows: figures.map(({ name, flowMs, bareMs, timesBare, bareDoes }) => [
      ...[name, flowMs, bareMs, timesBare, bareDoes],
    ]),
    notes: [
      `Medians of ${runs} runs each, in turns; the times are the median of the runs' ratios.`,
      'A flow checks its input, decodes the picture once for all widths, lays out the card, and ranks the words that the libraries only cut.',
    ],
  };
}

function shrinkTable(shrunk: readonly ShrinkFigures[]): Table {
  return {
    title: 'Image shrink beside the best of sharp’s own settings',
    columns: ['picture', 'bytes', 'SSIM', 'best, bytes', 'times', 'settings of the best'],
    rows: shrunk.map(({ name, bytes, likeness, bestBytes, settings }) => [
      ...[name, bytes, likeness, bestBytes, ratio(bytes, bestBytes), settings],
    ]),
    notes: [
      '320 pixels wide; those of 12 megapixels 1,280, beside a result of 640 in the same run. Each setting has the lowest quality that looks at least as alike.',
    ],
  };
}

function shrinkComparison({ name, bytes, bestBytes, settings }: ShrinkFigures): Comparison {
  return {
    what: `image shrink, ${name}`,
    unit: 'bytes',
    value: bytes,
    reference: settings,
    referenceValue: bestBytes,
    ratio: ratio(bytes, bestBytes),
    goal: `at most ${GOAL_TIMES_BEST}`,
  };
}

function overheadTable({ calls, p50Ms, p99Ms, cpuMs }: Overhead): Table {
  return {
    title: 'The call around a run, on PGlite',
    columns: ['calls', 'p50 ms', 'p99 ms', 'CPU ms'],
    rows: [[calls, p50Ms, p99Ms, cpuMs]],
    notes: [
      'A flow that does nothing, with a result of 40 kB: token, session, hold, result, capture, answer. One call after the other, without HTTP.',
    ],
  };
}

function comparisonOf({ name, flowMs, bareMs, timesBare, bareDoes }: FlowFigures): Comparison {
  return {
    what: name,
    unit: 'ms',
    value: flowMs,
    reference: bareDoes,
    referenceValue: bareMs,
    ratio: timesBare,
  };
}

function overheadComparison({ p50Ms }: Overhead): Comparison {
  return {
    what: 'the call around a run of a flow, p50',
    unit: 'ms',
    value: p50Ms,
    reference: 'what is allowed',
    referenceValue: GOAL_OVERHEAD_MS,
    ratio: ratio(p50Ms, GOAL_OVERHEAD_MS),
    goal: 'at most 1',
  };
}
