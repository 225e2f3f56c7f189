import type { Migration } from 'kysely/migration';
import * as accountsAndLedger from './0001-accounts-and-ledger.ts';

/**
 * Every migration by its name, in the order of the names. Listed rather than found, because a
 * Lambda's bundle has no folder to look into. A migration that was released is never changed.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts-and-ledger': accountsAndLedger,
};
