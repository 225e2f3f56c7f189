import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { projectRoot } from '../../support/site-copy.ts';
import { type Bench, type BenchContext, readNumber } from './bench.ts';
import { createDatabase, fill, newWalletIds } from './ledger/homes.ts';
import { product } from './ledger/subjects.ts';
import { type Cost, measureProgram } from './programs.ts';
import { ratio } from './statistics.ts';
import type { Table } from './table.ts';

const MAX_ENTRIES = 1_000_000;
/** How many entries there are when the audit runs again. */
const MORE_ENTRIES = 1_000;
const WALLETS = 200;
/** An audit that takes longer hangs, or its machine is too busy for measurements. */
const AUDIT_TIMEOUT_MS = 30 * 60_000;
const BYTES_PER_MB = 1_000_000;

/** The audit of a large ledger, and of what is new in it afterwards. */
export const auditBench: Bench = {
  about: 'the audit of a large ledger, and the next one after 1,000 more entries',
  options: { entries: { default: '100000', about: 'how many, which the product writes' } },
  quick: { entries: '20000' },
  prepare({ entries }) {
    const count = readNumber('entries', entries, MAX_ENTRIES);
    return (context) => measureAudits(count, context);
  },
};

async function measureAudits(entries: number, context: BenchContext): Promise<readonly Table[]> {
  const server = await startPostgres();
  try {
    const place = { folder: '', serverUrl: server.url };
    const databaseUrl = await createDatabase('Postgres server', 'audit', place);
    const walletIds = newWalletIds(WALLETS);
    await fill(databaseUrl, walletIds);
    context.say(`writing ${entries} entries …`);
    await addEntries(databaseUrl, walletIds, entries);
    context.say('the first audit …');
    const first = await auditOnce(databaseUrl, context.signal);
    await addEntries(databaseUrl, walletIds, MORE_ENTRIES);
    context.say('the next audit …');
    return [tableOf(entries, first, await auditOnce(databaseUrl, context.signal))];
  } finally {
    await server.end();
  }
}

/** Holds and captures by the product itself, all wallets at once and each in turn. */
async function addEntries(
  databaseUrl: string,
  walletIds: readonly string[],
  entries: number,
): Promise<void> {
  const subject = product(database({ databaseUrl }));
  const pairs = Math.ceil(entries / 2 / walletIds.length);
  await Promise.all(
    walletIds.map(async (walletId) => {
      for (let pair = 0; pair < pairs; pair += 1) {
        const holdId = await subject.hold(walletId, crypto.randomUUID(), new Date());
        await subject.capture(holdId, crypto.randomUUID(), new Date());
      }
    }),
  );
  await closeDatabases();
}

/** Runs the operator's command, as a process of its own. */
function auditOnce(databaseUrl: string, signal: AbortSignal): Promise<Cost> {
  const variables = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    TRIAL_KEY_SECRET: 'a key of this bench, long enough for one',
  };
  // As `npm run credits` does: without the flag, garbage of some 130 MB waits for its collection.
  const args = ['--max-semi-space-size=2', 'infra/local/credits.ts', 'audit'];
  const program = { args, folder: projectRoot, variables };
  return measureProgram(program, { timeoutMs: AUDIT_TIMEOUT_MS, signal });
}

function tableOf(entries: number, first: Cost, next: Cost): Table {
  const rowOf = (what: string, { seconds, cpuSeconds, peakBytes }: Cost, read: number) => [
    ...[what, read, seconds, cpuSeconds, Math.round(peakBytes / BYTES_PER_MB)],
    ratio(seconds, first.seconds),
  ];
  return {
    title: 'The audit',
    columns: ['which', 'entries to read', 'seconds', 'CPU seconds', 'MB', 'of the first'],
    rows: [
      rowOf('from the first entry', first, entries),
      rowOf(`after ${MORE_ENTRIES} more`, next, MORE_ENTRIES),
    ],
    notes: [
      `npm run credits -- audit, with its start; ${WALLETS} wallets on a Postgres server that syncs nothing. The memory is the most of the command at a time; the server’s is not in it. Goal: 300 MB.`,
    ],
  };
}
