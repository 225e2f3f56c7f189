/**
 * A process that sends many holds of one credit at once. It writes `ready` when its connections are
 * open, and begins when it is written to. Then it writes how often each outcome came, as JSON.
 *
 * Run with the URL of a database, a wallet, a name for the keys, how many, and the time.
 */
import { once } from 'node:events';
import { closeDatabases, database } from '../../functions/adapters/postgres/connection/database.ts';
import { ContentionError } from '../../functions/adapters/postgres/connection/errors.ts';
import { ping, sqlClient } from '../../functions/adapters/postgres/connection/sql-client.ts';
import { ledgerStore } from '../../functions/adapters/postgres/ledger/ledger-store.ts';

/** As many connections as the pool opens. */
const CONNECTIONS = 10;

const LIFE_MS = 3_600_000;

const [databaseUrl = '', walletId = '', name = '', count = '', time = ''] = process.argv.slice(2);
const db = database({ databaseUrl });
const client = sqlClient({ databaseUrl });
const store = ledgerStore(db);

await Promise.all(Array.from({ length: CONNECTIONS }, () => ping(client)));
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const outcomes = await Promise.all(
  Array.from({ length: Number(count) }, async (_, index) => {
    const keyed = { idempotencyKey: `${name}-${index}`, actor: name, now: new Date(time) };
    const command = { walletId, amountCredits: 1, lifeMs: LIFE_MS, reference: 'run', keyed };
    const outcome = await answered(() => store.hold(command));
    return outcome.ok ? 'held' : outcome.code;
  }),
);
const counts = Object.groupBy(outcomes, (outcome) => outcome);
process.stdout.write(
  `${JSON.stringify({ held: counts.held?.length, refused: counts.credits_insufficient?.length })}\n`,
);
process.stdin.destroy();
await closeDatabases();

/** Repeats a command under its key, as callers do that are answered 503. */
async function answered<Outcome>(command: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof ContentionError)) throw error;
    return answered(command);
  }
}
