import { type Bench, type BenchContext, readNumber, withTemporaryFolder } from './bench.ts';
import { overheadTable } from './flows/overhead.ts';
import { type Subject, subjects } from './flows/subjects.ts';
import { median, ratio } from './statistics.ts';
import type { Cell, Table } from './table.ts';

/** More runs give no better figure. */
const MAX_RUNS = 1_000;

/** How many calls the overhead is the median of, for each run of a flow. */
const CALLS_A_RUN = 20;

/** Each flow beside its libraries alone, and the time of the call around a run. */
export const flowsBench: Bench = {
  about: 'each flow against its libraries called bare, and what charging for it takes',
  options: { runs: { default: '15', about: 'how often each is measured, in turns' } },
  quick: { runs: '7' },
  prepare({ runs }) {
    const count = readNumber('runs', runs, MAX_RUNS);
    return (context) => measureFlows(count, context);
  },
};

async function measureFlows(runs: number, context: BenchContext): Promise<readonly Table[]> {
  const rows: (readonly Cell[])[] = [];
  for (const subject of await subjects()) {
    context.say(subject.name);
    rows.push(await compare(subject, runs, context.signal));
  }
  context.say('the call around a run');
  const overhead = await withTemporaryFolder((folder) =>
    overheadTable(runs * CALLS_A_RUN, folder, context.signal),
  );
  const flows: Table = {
    title: 'Flows beside their libraries',
    columns: ['flow', 'ms', 'libraries bare, ms', 'times', 'what the libraries do'],
    rows,
    notes: [
      `Medians of ${runs} runs each, in turns; the times are the median of the runs' ratios.`,
      'A flow checks its input, decodes the picture once for all widths, lays out the card, and ranks the words that the libraries only cut.',
    ],
  };
  return [flows, overhead];
}

/** Flow and libraries take turns, so that other load on the machine slows both. */
async function compare(
  { name, flow, bare, bareDoes }: Subject,
  runs: number,
  signal: AbortSignal,
): Promise<readonly Cell[]> {
  const flowMs: number[] = [];
  const bareMs: number[] = [];
  // The first run of each is not counted: it loads the code.
  for (let run = 0; run <= runs; run += 1) {
    signal.throwIfAborted();
    const [ours, theirs] = [await timeOf(flow), await timeOf(bare)];
    if (run === 0) continue;
    flowMs.push(ours);
    bareMs.push(theirs);
  }
  const ratios = flowMs.map((ms, run) => ratio(ms, bareMs[run] ?? 0) ?? 0);
  return [name, median(flowMs), median(bareMs), median(ratios), bareDoes];
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
