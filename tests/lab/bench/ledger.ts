import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { type Bench, type BenchContext, readNumber, withTemporaryFolder } from './bench.ts';
import { openBare } from './ledger/bare-database.ts';
import { createDatabase, fill, type Kind, kinds, newWalletIds } from './ledger/homes.ts';
import { product, productByKey, reference, type Subject } from './ledger/subjects.ts';
import { median, percentile } from './statistics.ts';
import type { Cell, Table } from './table.ts';

/** How many holds and captures run in parallel: as many as the product's pool has connections. */
const LANES = 10;

/** One wallet that every command uses, and many wallets with hardly any conflict. */
const walletCounts = [1, 1_000] as const;

/** Holds and captures of the product, and of the same statements written by hand. */
export const ledgerBench: Bench = {
  about: 'holds and captures a second, against the same SQL by the bare driver',
  options: {
    runs: { default: '9', about: 'how often each is measured, in turns' },
    seconds: { default: '2', about: 'how long each measurement takes' },
  },
  quick: { runs: '3', seconds: '1' },
  prepare(values) {
    const runs = readNumber('runs', values.runs);
    const seconds = readNumber('seconds', values.seconds, 60);
    return (context) => measureLedger({ runs, seconds }, context);
  },
};

interface Options {
  readonly runs: number;
  readonly seconds: number;
}

async function measureLedger(options: Options, context: BenchContext): Promise<readonly Table[]> {
  const server = await startPostgres();
  try {
    const rows: (readonly Cell[])[] = [];
    for (const kind of kinds) {
      const measureKind = (folder: string) =>
        compare(kind, { folder, serverUrl: server.url }, options, context);
      rows.push(...(await withTemporaryFolder(measureKind)));
    }
    const each = ['a second', 'p50 ms', 'p99 ms'];
    return [
      {
        title: 'Holds that were captured',
        columns: [
          ...['database', 'wallets', 'by a key', 'share of the reference', 'time', ...each],
          ...each.map((column) => `reference, ${column}`),
        ],
        rows,
        notes: [
          `Medians of ${options.runs} runs of ${options.seconds} s each, in turns; ${LANES} at a time, each of which holds a credit and captures it. The milliseconds are of both together. Goal: a share of 0.8, and 0.75 by a key.`,
          'By a key: the wallet has a personal key with three caps, and the reference writes its row, too. The time is in times of that without a key; the goal is 1.2.',
          'The reference is the same SQL, written by hand and run by the bare driver, with the same transactions, isolation, retries and turns. It checks no rule.',
          'The server syncs nothing to the disk; PGlite leaves its log to the operating system.',
        ],
      },
    ];
  } finally {
    await server.end();
  }
}

/** Product and reference take turns, so that other load on the machine slows both. */
async function compare(
  kind: Kind,
  place: { readonly folder: string; readonly serverUrl: string },
  { runs, seconds }: Options,
  { signal, say }: BenchContext,
): Promise<readonly (readonly Cell[])[]> {
  const all = newWalletIds(Math.max(...walletCounts));
  const ours = await createDatabase(kind, 'product', place);
  const theirs = await createDatabase(kind, 'reference', place);
  for (const url of [ours, theirs]) await fill(url, all);
  const bare = await openBare(theirs, LANES);
  const db = database({ databaseUrl: ours });
  const subjects = [product(db), reference(bare, false), productByKey(db), reference(bare, true)];
  const rows: (readonly Cell[])[] = [];
  for (const wallets of walletCounts) {
    const measured: (readonly Measured[])[] = [];
    // The first run of each is not counted: it loads the code.
    for (let run = 0; run <= runs; run += 1) {
      say(`${kind}, ${wallets} wallets: run ${run} of ${runs}`);
      const load = { walletIds: all.slice(0, wallets), durationMs: seconds * 1_000, signal };
      const name = `${wallets}-${run}`;
      const results: Measured[] = [];
      for (const [index, subject] of subjects.entries()) {
        results.push(await measureLoad(subject, { ...load, name: `${name}-${index}` }));
      }
      if (run > 0) measured.push(results);
    }
    const ratio = (one: number, other: number) =>
      median(measured.map((run) => (run[one]?.rate ?? 0) / (run[other]?.rate ?? 1)));
    for (const [by, first] of [
      ['no', 0],
      ['yes', 2],
    ] as const) {
      const [own, others] = [middle(measured, first), middle(measured, first + 1)];
      rows.push([kind, wallets, by, ratio(first, first + 1), ratio(0, first), ...own, ...others]);
    }
  }
  await Promise.all([bare.close(), closeDatabases()]);
  return rows;
}

/** The result of holding and capturing for a while. */
interface Measured {
  /** Captured holds a second. */
  readonly rate: number;
  /** The time of a hold and its capture together, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

function middle(pairs: readonly (readonly Measured[])[], which: number): readonly number[] {
  const runs = pairs.flatMap((pair) => pair[which] ?? []);
  const rate = Math.round(median(runs.map((run) => run.rate)));
  return [rate, median(runs.map(({ p50 }) => p50)), median(runs.map(({ p99 }) => p99))];
}

/** Holds a credit and captures it, again and again, on one wallet after the other. */
async function measureLoad(
  subject: Subject,
  {
    walletIds,
    durationMs,
    signal,
    name,
  }: {
    readonly walletIds: readonly string[];
    readonly durationMs: number;
    readonly signal: AbortSignal;
    /** A part of every key, so that no key comes twice. */
    readonly name: string;
  },
): Promise<Measured> {
  const took: number[] = [];
  let count = 0;
  const startedMs = performance.now();
  const lane = async () => {
    while (performance.now() - startedMs < durationMs) {
      signal.throwIfAborted();
      const walletId = walletIds[count % walletIds.length] ?? '';
      count += 1;
      const key = `${name}-${count}`;
      const beganMs = performance.now();
      const holdId = await subject.hold(walletId, `${key}-hold`, new Date());
      await subject.capture(holdId, `${key}-capture`, new Date());
      took.push(performance.now() - beganMs);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const rate = (took.length * 1_000) / (performance.now() - startedMs);
  return { rate, p50: median(took), p99: percentile(took, 0.99) };
}
