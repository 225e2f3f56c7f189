import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { addColumn } from '../ddl.ts';

// Migrations that add one column. Older rows do not have it, and older functions do not write it.

/** The first caller of a key. */
export const keysByCaller: Migration = {
  up: (db: Kysely<never>) => addColumn(db, 'idempotency_keys', 'actor', 'text'),
};

/** Why a user has no trial. */
export const withheldTrials: Migration = {
  up: (db: Kysely<never>) => addColumn(db, 'users', 'trial_withheld', 'text'),
};

/** A run of a list goes on over several calls, and waits between them. */
export const pausedRuns: Migration = {
  up: (db: Kysely<never>) => addColumn(db, 'runs', 'paused_at', 'timestamptz'),
};

/** Where a user has signed in, to tell of a sign-in from elsewhere: sessions are deleted at their end. */
export const devicesOfUsers: Migration = {
  up: (db: Kysely<never>) => addColumn(db, 'users', 'devices', 'text'),
};
