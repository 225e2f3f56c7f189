import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { errorCode } from '../connection/errors.ts';
import { type Pacing, systemPacing } from '../connection/transact.ts';
import * as versionOne from './migrations/0020-version-one.ts';
import * as topUpRules from './migrations/0021-top-up-rules.ts';
import * as bills from './migrations/0022-bills.ts';
import * as runsAsAShelf from './migrations/0023-runs-as-a-shelf.ts';
import * as personalKeys from './migrations/0024-personal-keys.ts';
import type { Schema } from './schema.ts';

/** How often a step runs before its error counts. Each run gets further than the one before. */
const MAX_RUNS = 40;
const LONGEST_PAUSE_MS = 200;

/**
 * Errors that two runs at once can cause, because IF NOT EXISTS checks before it creates. They are
 * serialization_failure (on DSQL also for a changed schema), deadlock_detected, unique_violation
 * (in the catalogue or in Kysely's table), duplicate_table and duplicate_object.
 */
const races: ReadonlySet<string> = new Set(['40001', '40P01', '23505', '42P07', '42710']);

/** Postgres' code undefined_table. */
const UNDEFINED_TABLE = '42P01';

/**
 * A database from before the first version, which this version cannot bring up to date. The message is
 * a sentence for people; it says what to do.
 */
export class OutdatedDatabaseError extends Error {
  constructor(lastMigration: string) {
    super(
      `The database is older than the first version (its last migration is ${lastMigration}): start or deploy revision e3ceec32 with it once, then this one again, or take an empty database.`,
    );
    this.name = 'OutdatedDatabaseError';
  }
}

/**
 * Brings the tables up to date. Two runs may overlap, and a run may be interrupted. Each statement is
 * its own transaction (DSQL allows one DDL statement in each) and does nothing the second time. It
 * leaves a database of a later version unchanged, so that older code can be deployed again.
 * @param ours the migrations of this version by name
 * @throws {OutdatedDatabaseError} for a database from before the migration `oldestTaken`
 * @throws the database's error, unless another run has caused it
 */
export async function migrate(
  db: Kysely<Schema>,
  pacing: Pacing = systemPacing,
  ours = migrations,
): Promise<void> {
  const applied = await appliedNames(db);
  const known = { ...formerMigrations(applied), ...ours };
  if (isAhead(applied, Object.keys(known))) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    disableTransactions: true,
    // A database from before the first version may have later migrations than that.
    allowUnorderedMigrations: true,
  });
  const step = async () => {
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  };
  await repeat(step, isRace, LONGEST_PAUSE_MS, pacing);
}

/**
 * The migrations of a database from before the first version, which does what they left to do. Their
 * rows stay, so that the code that made them can be deployed again.
 */
function formerMigrations(applied: readonly string[]): Readonly<Record<string, Migration>> {
  const former = applied.filter((name) => name < firstVersion).toSorted();
  const last = former.at(-1);
  if (last !== undefined && !former.includes(oldestTaken)) throw new OutdatedDatabaseError(last);
  return Object.fromEntries(former.map((name) => [name, { up: async () => undefined }]));
}

/**
 * Runs a step that does nothing the second time, up to `MAX_RUNS` times, while its error may pass.
 * @throws the step's last error
 */
export async function repeat(
  step: () => Promise<void>,
  mayPass: (error: unknown) => boolean,
  longestPauseMs: number,
  pacing: Pacing,
): Promise<void> {
  for (let run = 1; ; run += 1) {
    try {
      return await step();
    } catch (error) {
      if (run === MAX_RUNS || !mayPass(error)) throw error;
    }
    await pacing.wait(pacing.random() * longestPauseMs);
  }
}

/** Whether another run that changes the tables or the roles has caused an error. */
export function isRace(error: unknown): boolean {
  return races.has(errorCode(error) ?? '');
}

/** Whether a later version has migrated the database. Migrations only add, so all tables exist. */
function isAhead(applied: readonly string[], known: readonly string[]): boolean {
  return (
    !applied.every((name) => known.includes(name)) && known.every((name) => applied.includes(name))
  );
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

/** Sorts behind the names of all migrations that it replaced (decision 0002). */
const firstVersion = '0020-version-one';

/** The oldest state that the first version completes. */
const oldestTaken = '0017-saved-cards';

/** Every migration by its name, in order. A released one is never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  [firstVersion]: versionOne,
  '0021-top-up-rules': topUpRules,
  '0022-bills': bills,
  '0023-runs-as-a-shelf': runsAsAShelf,
  '0024-personal-keys': personalKeys,
};
