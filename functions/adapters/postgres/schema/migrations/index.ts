import type { Migration } from 'kysely/migration';
import * as accountsAndLedger from './0001-accounts-and-ledger.ts';
import * as holds from './0002-holds.ts';
import * as serviceKeys from './0003-service-keys.ts';
import * as purchases from './0004-purchases.ts';
import * as rateLimits from './0005-rate-limits.ts';
import * as runs from './0006-runs.ts';
import * as keysByCaller from './0007-keys-by-caller.ts';

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
