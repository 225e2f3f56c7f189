import { type Kysely, sql } from 'kysely';
import { addColumn, createIndex } from '../ddl.ts';

/** A run keeps a title and what was given to it, and may be shared. Runs from before have none of it. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['title', 'input', 'share_token']) {
    await addColumn(db, 'runs', column, 'text');
  }
  const where = sql<boolean>`share_token is not null`;
  await createIndex(db, {
    name: 'runs_share_token',
    table: 'runs',
    columns: ['share_token'],
    where,
  });
}
