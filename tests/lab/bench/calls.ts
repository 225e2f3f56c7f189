import { join } from 'node:path';
import { startPostgres } from '../../support/postgres-server.ts';
import { type Bench, type BenchContext, readNumber, withTemporaryFolder } from './bench.ts';
import { bareCalls } from './calls/bare-calls.ts';
import { type Calls, LANES, names } from './calls/calls.ts';
import { productCalls } from './calls/product-calls.ts';
import { median } from './statistics.ts';
import type { Cell, Table } from './table.ts';

/** How many calls of each kind a measurement makes: a second or two. */
const COUNTS = { me: 1_000, user: 300, holds: 300 } as const satisfies Record<Name, number>;

type Name = (typeof names)[number];

/** Calls of the product through HTTP, on a Postgres server. */
export const callsBench: Bench = {
  about: 'calls of me, user and holds a second through HTTP, beside their own bare queries',
  options: {
    runs: { default: '9', about: 'how often each is measured, in turns' },
    against: { default: '', about: 'a revision that takes turns with the working tree' },
  },
  quick: { runs: '3' },
  prepare({ runs, against = '' }) {
    const count = readNumber('runs', runs, 50);
    return (context) => withTemporaryFolder((folder) => measure(folder, count, against, context));
  },
};

async function measure(
  folder: string,
  runs: number,
  against: string,
  context: BenchContext,
): Promise<readonly Table[]> {
  const server = await startPostgres();
  const subjects = new Map<string, Calls>();
  try {
    for (const revision of ['', ...(against ? [against] : [])]) {
      const place = { folder: join(folder, revision || 'tree'), serverUrl: server.url, revision };
      subjects.set(revision || 'working tree', await productCalls(place, context));
    }
    subjects.set('bare', await bareCalls({ folder, serverUrl: server.url }));
    return [tableOf(await measureInTurns(subjects, runs, context), runs)];
  } finally {
    for (const { close } of subjects.values()) await close();
    await server.end();
  }
}

interface Rate {
  readonly perSecond: number;
  /** The processor time of the subject's process for a call. */
  readonly cpuMs: number;
}

type Rates = ReadonlyMap<string, readonly Rate[]>;

/** The subjects take turns, so that other load on the machine slows all of them. */
async function measureInTurns(
  subjects: ReadonlyMap<string, Calls>,
  runs: number,
  { say, signal }: BenchContext,
): Promise<ReadonlyMap<Name, Rates>> {
  const all = new Map<Name, Rates>();
  for (const name of names) {
    const rates = new Map([...subjects.keys()].map((subject) => [subject, [] as Rate[]]));
    // The first run is not counted: it loads the code.
    for (let run = 0; run <= runs; run += 1) {
      say(`${name}: run ${run} of ${runs}`);
      for (const [subject, calls] of subjects) {
        signal.throwIfAborted();
        const rate = await rateOf(calls, await calls.prepare(name, COUNTS[name]));
        if (run > 0) rates.get(subject)?.push(rate);
      }
    }
    all.set(name, rates);
  }
  return all;
}

/** Makes prepared calls, some at a time. */
async function rateOf(
  { cpuSeconds }: Calls,
  calls: readonly (() => Promise<unknown>)[],
): Promise<Rate> {
  const left = calls.values();
  const [startedMs, usedBefore] = [performance.now(), cpuSeconds()];
  const lane = async () => {
    for (const call of left) await call();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return {
    perSecond: (calls.length * 1_000) / (performance.now() - startedMs),
    cpuMs: ((cpuSeconds() - usedBefore) * 1_000) / calls.length,
  };
}

const perSecondOf = (rate: Rate | undefined) => rate?.perSecond ?? Number.NaN;

function tableOf(all: ReadonlyMap<Name, Rates>, runs: number): Table {
  const rows = [...all].flatMap(([name, rates]) =>
    [...rates].map(([subject, runsOf]): readonly Cell[] => {
      const beside = (of: string) =>
        median(runsOf.map(({ perSecond }, run) => perSecond / perSecondOf(rates.get(of)?.[run])));
      const middle = (field: keyof Rate) => median(runsOf.map((rate) => rate[field]));
      const own = [Math.round(middle('perSecond')), middle('cpuMs')];
      return [name, subject, ...own, beside('bare'), beside('working tree')];
    }),
  );
  return {
    title: 'Calls through HTTP on a Postgres server',
    columns: [
      'call',
      'of',
      'a second',
      'processor ms',
      'of the bare queries',
      'of the working tree',
    ],
    rows,
    notes: [
      `Medians of ${runs} runs in turns, ${LANES} calls at a time; each ratio is of one turn. A product runs in a process of its own, without its pages; the bare queries run in this one, by the driver alone. They check no rule, verify no token and count no call.`,
      'user is a sign-in with an ID token of somebody who has an account; holds go around wallets.',
    ],
  };
}
