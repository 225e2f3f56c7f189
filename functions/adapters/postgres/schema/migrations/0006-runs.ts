import { type Kysely, sql } from 'kysely';
import { createIndex } from '../ddl.ts';

/** Runs of flows, the small files of their results, and the users whose runs are to be deleted. */
export async function up(db: Kysely<never>): Promise<void> {
  await createRuns(db);
  await createRunFiles(db);
  await createErasures(db);
}

async function createRuns(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('runs')
    .ifNotExists()
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('wallet_id', 'uuid', (column) => column.notNull())
    .addColumn('flow_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('sentences', 'text')
    .addColumn('result', 'text')
    .addColumn('started_at', 'timestamptz', (column) => column.notNull())
    .addColumn('finished_at', 'timestamptz')
    .addColumn('ends_by', 'timestamptz', (column) => column.notNull())
    .addColumn('kept_until', 'timestamptz', (column) => column.notNull())
    .addColumn('is_kept', 'boolean', (column) => column.notNull())
    .addCheckConstraint('runs_cost_something', sql`amount > 0`)
    .execute();
  await createIndex(db, { name: 'runs_wallet_id', table: 'runs', columns: ['wallet_id', 'id'] });
  const due = ['is_kept', 'kept_until'];
  await createIndex(db, { name: 'runs_kept_until', table: 'runs', columns: due });
}

/** A file in pieces, as base64: DSQL has columns of 1 MiB, and bytes are not in the subset. */
async function createRunFiles(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('run_files')
    .ifNotExists()
    .addColumn('run_id', 'uuid', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('number', 'smallint', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_files_pkey', ['run_id', 'name', 'number'])
    .execute();
}

async function createErasures(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('erasures')
    .ifNotExists()
    .addColumn('wallet_id', 'uuid', (column) => column.primaryKey())
    .addColumn('asked_at', 'timestamptz', (column) => column.notNull())
    .execute();
}
