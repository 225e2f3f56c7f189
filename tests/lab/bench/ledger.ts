import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import {
  type Bench,
  type BenchContext,
  type BenchReport,
  readNumber,
  withTemporaryFolder,
} from './bench.ts';
import { openBare } from './ledger/bare-database.ts';
import { type Homes, type Kind, kinds, makeHomes } from './ledger/homes.ts';
import { type Measured, measureLoad } from './ledger/load.ts';
import { product, reference } from './ledger/subjects.ts';
import { median } from './statistics.ts';
import type { Table } from './table.ts';

/** More runs give no better figure. */
const MAX_SECONDS = 60;
const MAX_RUNS = 20;

const MICROSECONDS_PER_MS = 1_000;

/** How many holds and captures run in parallel: as many as the product's pool has connections. */
const LANES = 10;

/** One wallet that every command uses, and many wallets with hardly any conflict. */
const walletCounts = [1, 1_000] as const;

/** The figures of one database, of the product and of the reference. */
interface LedgerFigures {
  readonly kind: Kind;
  readonly wallets: number;
  readonly product: Measured;
  readonly reference: Measured;
  /** How many times the reference's rate the product's is: the median of the runs' ratios. */
  readonly share: number;
}

/** Holds and captures of the product, and of the same statements written by hand. */
export const ledgerBench: Bench = {
  about: 'holds and captures a second, against the same SQL by the bare driver',
  options: [
    { name: 'runs', type: 'string', default: '9', about: 'how often each is measured, in turns' },
    { name: 'seconds', type: 'string', default: '2', about: 'how long each measurement takes' },
  ],
  quick: { runs: '3', seconds: '1' },
  prepare({ runs, seconds }) {
    const options = {
      runs: readNumber('runs', runs, MAX_RUNS),
      seconds: readNumber('seconds', seconds, MAX_SECONDS),
    };
    return (context) => measureLedger(options, context);
  },
};

interface Options {
  readonly runs: number;
  readonly seconds: number;
}

async function measureLedger(options: Options, context: BenchContext): Promise<BenchReport> {
  const server = await startPostgres();
  try {
    const figures: LedgerFigures[] = [];
    for (const kind of kinds) {
      figures.push(
        ...(await withTemporaryFolder(async (folder) => {
          const place = { folder, serverUrl: server.url };
          const homes = await makeHomes(kind, Math.max(...walletCounts), place);
          return compare(kind, homes, options, context);
        })),
      );
    }
    return {
      tables: [ledgerTable(figures, options)],
      figures: { figures },
      comparisons: figures.map(({ kind, wallets, product, reference, share }) => ({
        what: `hold and capture on ${kind}, ${wallets === 1 ? 'one wallet' : `${wallets.toLocaleString('en')} wallets`}`,
        unit: 'a second',
        value: Math.round(product.rate),
        reference: 'the same SQL, bare',
        referenceValue: Math.round(reference.rate),
        ratio: share,
        goal: 'at least 0.8',
      })),
    };
  } finally {
    await server.end();
  }
}

/** Product and reference take turns, so that other load on the machine slows both. */
async function compare(
  kind: Kind,
  homes: Homes,
  { runs, seconds }: Options,
  { clock, signal, say }: BenchContext,
): Promise<readonly LedgerFigures[]> {
  const bare = await openBare(homes.reference, LANES);
  const subjects = {
    product: product(database({ databaseUrl: homes.product })),
    reference: reference(bare),
  };
  const figures: LedgerFigures[] = [];
  for (const wallets of walletCounts) {
    const measured = { product: [] as Measured[], reference: [] as Measured[] };
    const walletIds = homes.walletIds.slice(0, wallets);
    const load = { walletIds, lanes: LANES, clock, cpuClock, signal };
    // The first run of each is not counted: it loads the code.
    for (let run = 0; run <= runs; run += 1) {
      say(`${kind}, ${wallets} wallets: run ${run} of ${runs}`);
      for (const which of ['product', 'reference'] as const) {
        const name = `${wallets}-${run}`;
        const durationMs = seconds * 1_000;
        const one = await measureLoad(subjects[which], { ...load, durationMs, name });
        if (run > 0) measured[which].push(one);
      }
    }
    const [ours, theirs] = [middle(measured.product), middle(measured.reference)];
    const shares = measured.product.map(
      ({ rate }, run) => rate / (measured.reference[run]?.rate ?? 0),
    );
    figures.push({ kind, wallets, product: ours, reference: theirs, share: median(shares) });
  }
  await Promise.all([bare.close(), closeDatabases()]);
  return figures;
}

function cpuClock(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS_PER_MS;
}

function middle(runs: readonly Measured[]): Measured {
  return {
    rate: median(runs.map(({ rate }) => rate)),
    p50: median(runs.map(({ p50 }) => p50)),
    p99: median(runs.map(({ p99 }) => p99)),
    cpuMs: median(runs.map(({ cpuMs }) => cpuMs)),
  };
}

/** Captured holds a second, and the time of a hold and its capture together. */
function ledgerTable(figures: readonly LedgerFigures[], { runs, seconds }: Options): Table {
  return {
    title: 'Holds that were captured',
    columns: [
      'database',
      'wallets',
      'of',
      'a second',
      'of the reference',
      'p50 ms',
      'p99 ms',
      'CPU ms',
    ],
    rows: figures.flatMap(({ kind, wallets, product, reference, share }) => [
      [
        ...[kind, wallets, 'product', Math.round(product.rate)],
        ...[share, product.p50, product.p99, product.cpuMs],
      ],
      [
        ...[kind, wallets, 'reference', Math.round(reference.rate)],
        ...[1, reference.p50, reference.p99, reference.cpuMs],
      ],
    ]),
    notes: [
      `Medians of ${runs} runs of ${seconds} s each, in turns; ${LANES} at a time, each of which holds a credit and captures it. The milliseconds are of both together; those of the CPU are of this process, which PGlite runs in and the server does not.`,
      'The reference is the same SQL, written by hand and run by the bare driver, with the same transactions, isolation, retries and turns. It checks no rule.',
      'The server syncs nothing to the disk; PGlite leaves its log to the operating system.',
    ],
  };
}
