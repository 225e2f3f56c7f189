import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { errorCode } from '../connection/errors.ts';
import { type Pacing, systemPacing } from '../connection/transact.ts';
import * as accountsAndLedger from './migrations/0001-accounts-and-ledger.ts';
import * as holds from './migrations/0002-holds.ts';
import * as serviceKeys from './migrations/0003-service-keys.ts';
import * as purchases from './migrations/0004-purchases.ts';
import * as rateLimits from './migrations/0005-rate-limits.ts';
import * as runs from './migrations/0006-runs.ts';
import * as keysByCaller from './migrations/0007-keys-by-caller.ts';
import type { Schema } from './schema.ts';

/** How often a run starts over after it met another one. Each time the other has got further. */
const MAX_RUNS = 20;
const LONGEST_PAUSE_MS = 200;

/**
 * What two runs at once can cause: IF NOT EXISTS looks before it makes, so both may make.
 * serialization_failure, unique_violation (in the catalogue or in Kysely's own table),
 * duplicate_table, duplicate_object, and DSQL's 40001 for a schema that changed meanwhile.
 */
const races: ReadonlySet<string> = new Set(['40001', '40P01', '23505', '42P07', '42710']);

/** What Postgres calls a table that is not there. */
const UNDEFINED_TABLE = '42P01';

/**
 * Brings the tables up to date. Safe to run twice at once and to be interrupted: each statement is
 * a transaction of its own (DSQL allows one DDL statement in each) and does nothing the second
 * time. A database of a later version is left as it is, so that an older one can be put back.
 *
 * @throws what the database answered, when it is not a race with another run
 */
export async function migrate(db: Kysely<Schema>, pacing: Pacing = systemPacing): Promise<void> {
  if (await isAhead(db)) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    disableTransactions: true,
  });
  for (let run = 1; ; run += 1) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if (run === MAX_RUNS || !races.has(errorCode(error) ?? '')) throw error;
    await pacing.wait(pacing.random() * LONGEST_PAUSE_MS);
  }
}

/** Whether a later version was here: it has all that this one needs, as migrations only add. */
async function isAhead(db: Kysely<Schema>): Promise<boolean> {
  const applied = await appliedNames(db);
  const isOurs = (name: string) => Object.hasOwn(migrations, name);
  return !applied.every(isOurs) && Object.keys(migrations).every((name) => applied.includes(name));
}

async function appliedNames(db: Kysely<Schema>): Promise<readonly string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.map(({ name }) => name);
  } catch (error) {
    if (errorCode(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

/**
 * Every migration by its name, in the order of the names. Listed rather than found, because a
 * Lambda's bundle has no folder to look into. A migration that was released is never changed.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts-and-ledger': accountsAndLedger,
  '0002-holds': holds,
  '0003-service-keys': serviceKeys,
  '0004-purchases': purchases,
  '0005-rate-limits': rateLimits,
  '0006-runs': runs,
  '0007-keys-by-caller': keysByCaller,
};
