import { type Kysely, sql } from 'kysely';
import { addColumn, createIndex } from '../ddl.ts';

/** Users have keys of their own, with caps. Holds and runs from before have no key. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table if not exists personal_keys (
    id uuid primary key,
    wallet_id uuid not null,
    name text not null,
    ending text not null,
    secret_hash text unique,
    former_hash text,
    former_until timestamptz,
    flows text,
    reads text not null,
    last_day text,
    cap_life bigint,
    cap_month bigint,
    cap_day bigint,
    used text not null,
    used_on text,
    created_at timestamptz not null,
    ended_at timestamptz)`.execute(db);
  await createIndex(db, {
    name: 'personal_keys_wallet_id',
    table: 'personal_keys',
    columns: ['wallet_id', 'id'],
  });
  await createIndex(db, {
    name: 'personal_keys_former_hash',
    table: 'personal_keys',
    columns: ['former_hash'],
    where: sql<boolean>`former_hash is not null`,
  });
  await addColumn(db, 'holds', 'key_id', 'uuid');
  await addColumn(db, 'runs', 'key_id', 'uuid');
}
