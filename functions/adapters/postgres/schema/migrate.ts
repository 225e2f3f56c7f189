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
import * as askedPurchases from './migrations/0008-asked-purchases.ts';
import * as entryChain from './migrations/0010-entry-chain.ts';
import * as holdsOfServices from './migrations/0011-holds-of-services.ts';
import * as retention from './migrations/0012-retention.ts';
import * as uploads from './migrations/0013-uploads.ts';
import * as messages from './migrations/0015-messages.ts';
import * as webhooks from './migrations/0016-webhooks.ts';
import * as savedCards from './migrations/0017-saved-cards.ts';
import * as uploadPlaces from './migrations/0018-upload-places.ts';
import * as orderOfEvents from './migrations/0020-order-of-events.ts';
import {
  devicesOfUsers,
  keysByCaller,
  pausedRuns,
  withheldTrials,
} from './migrations/single-columns.ts';
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
 * Brings the tables up to date. Two runs may overlap, and a run may be interrupted. Each statement is
 * its own transaction (DSQL allows one DDL statement in each) and does nothing the second time. It
 * leaves a database of a later version unchanged, so that older code can be deployed again.
 * @throws the database's error, unless another run has caused it
 */
export async function migrate(db: Kysely<Schema>, pacing: Pacing = systemPacing): Promise<void> {
  if (await isAhead(db)) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    disableTransactions: true,
  });
  const step = async () => {
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  };
  await repeat(step, isRace, LONGEST_PAUSE_MS, pacing);
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
 * Every migration by its name, in order. A list, because a Lambda's bundle has no folder to read. A
 * released migration is never changed.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts-and-ledger': accountsAndLedger,
  '0002-holds': holds,
  '0003-service-keys': serviceKeys,
  '0004-purchases': purchases,
  '0005-rate-limits': rateLimits,
  '0006-runs': runs,
  '0007-keys-by-caller': keysByCaller,
  '0008-asked-purchases': askedPurchases,
  '0009-withheld-trials': withheldTrials,
  '0010-entry-chain': entryChain,
  '0011-holds-of-services': holdsOfServices,
  '0012-retention': retention,
  '0013-uploads': uploads,
  '0014-paused-runs': pausedRuns,
  '0015-messages': messages,
  '0016-webhooks': webhooks,
  '0017-saved-cards': savedCards,
  '0018-devices-of-users': devicesOfUsers,
  '0018-upload-places': uploadPlaces,
  '0020-order-of-events': orderOfEvents,
};
