import { type Kysely, sql } from 'kysely';
import type { Health } from '../../domain/health.ts';
import type { Schema } from './schema/schema.ts';

/** Asks the database for the least it can answer. */
export function health(db: Kysely<Schema>): Health {
  return {
    ping: async () => {
      await sql`select 1`.execute(db);
    },
  };
}
