import { type Kysely, sql } from 'kysely';
import { addColumn, createIndex } from '../ddl.ts';

/**
 * Events for services are numbered by their wallet, which counts them. Older rows have no number, and
 * go first. The index finds the next event of a wallet in the queue of an endpoint.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumn(db, 'wallets', 'event_count', 'bigint');
  await addColumn(db, 'outbox', 'event_number', 'bigint');
  const columns = ['receiver', 'wallet_id', 'event_number'];
  const where = sql<boolean>`state = 'waiting'`;
  await createIndex(db, { name: 'outbox_event_number', table: 'outbox', columns, where });
}
