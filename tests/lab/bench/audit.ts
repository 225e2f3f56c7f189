import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import pg from 'pg';
import {
  closeDatabases,
  database,
  openServer,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { fillHistory } from './audit/history.ts';
import { type Bench, type BenchContext, type BenchReport, readNumber } from './bench.ts';
import { createDatabase, fillWallets } from './ledger/homes.ts';
import { type Cost, measureProgram } from './programs.ts';
import { ratio } from './statistics.ts';

/** The default is the size of a ledger that a statement of the former audit could not read. */
const DEFAULT_ENTRIES = 4_000_000;
const MAX_ENTRIES = 20_000_000;

/** How many entries there are when the audit runs again. */
const MORE_ENTRIES = 1_000;

const WALLETS = 200;

/** An audit that takes longer hangs, or its machine is too busy for measurements. */
const AUDIT_TIMEOUT_MS = 30 * 60_000;

const BYTES_PER_MB = 1_000_000;

/** Memory that an audit of any size may take. */
const MAX_MEMORY_MB = 300;

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** The audit of a large ledger, and of what is new in it afterwards. */
export const auditBench: Bench = {
  about: 'the audit of a large ledger, and the next one after 1,000 more entries',
  options: [
    {
      name: 'entries',
      type: 'string',
      default: String(DEFAULT_ENTRIES),
      about: `how many entries the ${WALLETS} wallets have`,
    },
  ],
  prepare({ entries }) {
    const count = readNumber('entries', entries, MAX_ENTRIES);
    return (context) => measureAudits(count, context);
  },
};

async function measureAudits(entries: number, context: BenchContext): Promise<BenchReport> {
  const server = await startPostgres();
  try {
    const databaseUrl = await createDatabase(server.url, 'audit');
    const db = database({ databaseUrl });
    const walletIds = await fillWallets(databaseUrl, WALLETS);
    const loader = openServer(new pg.Pool({ connectionString: databaseUrl, max: 1 }));
    await fillHistory(loader, { walletIds, entries, now: new Date() }, context.say);
    await loader.destroy();
    context.say('the first audit …');
    const first = await auditOnce(databaseUrl, context);
    await addEntries(db, walletIds);
    context.say('the next audit …');
    const next = await auditOnce(databaseUrl, context);
    await closeDatabases();
    return reportOf(entries, first, next);
  } finally {
    await server.end();
  }
}

/** Runs the operator's command, as a process of its own. */
function auditOnce(databaseUrl: string, { signal, clock }: BenchContext): Promise<Cost> {
  const variables = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    TRIAL_KEY_SECRET: 'a key of this bench, long enough for one',
  };
  // As `npm run credits` does: without the flag, garbage of some 130 MB waits for its collection.
  const args = ['--max-semi-space-size=2', 'infra/local/credits.ts', 'audit'];
  const limits = { timeoutMs: AUDIT_TIMEOUT_MS, signal, clock };
  return measureProgram({ args, folder: projectRoot, variables }, limits);
}

/** Holds and captures by the product itself, spread over the wallets. */
async function addEntries(db: Kysely<Schema>, walletIds: readonly string[]): Promise<void> {
  const store = ledgerStore(db);
  for (let pair = 0; pair < MORE_ENTRIES / 2; pair += 1) {
    const walletId = walletIds[pair % walletIds.length] ?? '';
    const keyed = (what: string) => ({
      ...{ idempotencyKey: `more-${pair}-${what}`, actor: 'service bench', now: new Date() },
    });
    const command = { walletId, amountCredits: 1, lifeMs: 60_000, reference: 'run' };
    const held = await store.hold({ ...command, keyed: keyed('hold') });
    if (!held.ok) throw new Error(`a hold was refused: ${held.code}`);
    await store.capture({ holdId: held.body.id, keyed: keyed('capture') });
  }
}

function reportOf(entries: number, first: Cost, next: Cost): BenchReport {
  const megabytes = ({ peakBytes }: Cost) =>
    peakBytes === undefined ? undefined : Math.round(peakBytes / BYTES_PER_MB);
  const row = (what: string, cost: Cost, read: number) => [
    ...[what, read, cost.seconds, cost.cpuSeconds, megabytes(cost)],
  ];
  const share = ratio(next.seconds, first.seconds);
  return {
    tables: [
      {
        title: 'The audit',
        columns: ['which', 'entries to read', 'seconds', 'CPU seconds', 'MB'],
        rows: [
          row('from the first entry', first, entries),
          row(`after ${MORE_ENTRIES} more`, next, MORE_ENTRIES),
        ],
        notes: [
          `npm run credits -- audit, with its start; ${WALLETS} wallets on a Postgres server that syncs nothing. The memory is the most of the command at a time; the server’s is not in it. A quarter of the entries are young enough for their keys to be looked up.`,
          `The next audit takes ${((share ?? 0) * 100).toFixed(1)} % of the time.`,
        ],
      },
    ],
    figures: { entries, first, next, share },
    comparisons: [
      {
        ...{ what: 'the audit after 1,000 more entries', unit: 's', value: next.seconds },
        ...{ reference: `the audit of ${entries} entries`, referenceValue: first.seconds },
        ...{ ratio: share, goal: `at most 0.05, in ${MAX_MEMORY_MB} MB` },
      },
    ],
  };
}
