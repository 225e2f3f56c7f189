import type { Kysely } from 'kysely';
import { addColumn } from '../ddl.ts';

/** Why a user has no trial. Older rows do not have it, and older functions do not write it. */
export function up(db: Kysely<never>): Promise<void> {
  return addColumn(db, 'users', 'trial_withheld', 'text');
}
