/**
 * A process that begins and ends many runs of one credit with one personal key at once. It writes
 * `captured` for each that was paid. At the end it writes how often each outcome came, as JSON. Its
 * callers try again what a limit of rate or a conflict refused, under the same key. A process with the
 * same name goes on where a killed one was.
 *
 * Run with the URL of a database or the address of a stand-in for a cluster as JSON, a wallet, a personal key, a name for the keys, and how many.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { closeDatabases, database } from '../../functions/adapters/postgres/connection/database.ts';
import { isDatabaseUnavailable } from '../../functions/adapters/postgres/connection/errors.ts';
import { runStore } from '../../functions/adapters/postgres/run/run-store.ts';
import { openCluster } from '../integration/aws/dsql/connect.ts';

/** Long enough that no hold of a killed process expires while the test runs. */
const TIMEOUT_MS = 600_000;

const MAX_PAUSE_MS = 20;

const [address = '', walletId = '', keyId = '', name = '', count = ''] = process.argv.slice(2);
const { db, close } = address.startsWith('{')
  ? openCluster(JSON.parse(address))
  : { db: database({ databaseUrl: address }), close: closeDatabases };
const runs = runStore(db);

const outcomes = await Promise.all(
  Array.from({ length: Number(count) }, async (_, index) => {
    const outcome = await runOnce(`${name}-${index}`);
    process.stdout.write(`${outcome}\n`);
    return outcome;
  }),
);
const counts = Object.groupBy(outcomes, (outcome) => outcome);
const told = Object.entries(counts).map(([outcome, all = []]) => [outcome, all.length]);
process.stdout.write(`${JSON.stringify(Object.fromEntries(told))}\n`);
await close();

async function runOnce(idempotencyKey: string): Promise<string> {
  const asked = { walletId, flowId: 'echo', keyId, inputHash: '', timeoutMs: TIMEOUT_MS };
  try {
    const requested = { ...asked, idempotencyKey, amountCredits: 1, now: new Date() };
    const begun = await runs.begin(requested);
    if (!begun.ok && begun.code !== 'too_many_own_runs') return begun.code;
    if (begun.ok && begun.body.status === 'succeeded') return 'captured';
    const end = { result: [], amountCredits: 1, now: new Date() };
    if (begun.ok && (await runs.succeed(begun.body, end))) return 'captured';
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
  }
  await pause(Math.random() * MAX_PAUSE_MS);
  return runOnce(idempotencyKey);
}
