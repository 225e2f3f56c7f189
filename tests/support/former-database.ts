import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';

/** The revisions whose databases the first version takes over: the one of issues, and the last before it. */
export const formerRevisions = ['25acdc85', 'e3ceec32'] as const;

/** The embedded database of revision 25acdc85 after `tellStory`, with a row in each table. */
const statements = readFileSync(new URL('former-database.sql', import.meta.url), 'utf8')
  .trimEnd()
  .split(/;\n/);

/** The changes that revision e3ceec32 made there when it started. */
const laterStatements = [
  `create table upload_places (sub_key text not null, place bigint not null, upload_id uuid not null,
    bytes bigint not null, expires_at timestamptz not null, primary key (sub_key, place))`,
  'create index upload_places_upload_id on upload_places (upload_id)',
  'create index upload_places_expires_at on upload_places (expires_at)',
  'alter table wallets add column event_count bigint',
  'alter table outbox add column event_number bigint',
  `create index outbox_event_number on outbox (receiver, wallet_id, event_number)
    where state = 'waiting'`,
  `insert into kysely_migration (name, timestamp) values
    ('0018-upload-places', '2026-11-29T12:00:00.000Z'),
    ('0020-order-of-events', '2026-11-29T12:00:00.001Z')`,
];

/** Fills an empty database as a revision from before the first version left it. */
export async function fillAsFormer<Tables>(
  db: Kysely<Tables>,
  revision: (typeof formerRevisions)[number],
): Promise<void> {
  const later = revision === 'e3ceec32' ? laterStatements : [];
  for (const statement of [...statements, ...later]) await sql.raw(statement).execute(db);
}

/** Takes back the names of migrations, so that the database says that it is older. */
export async function makeOutdated<Tables>(db: Kysely<Tables>): Promise<void> {
  await fillAsFormer(db, '25acdc85');
  await sql`delete from kysely_migration where name >= '0017'`.execute(db);
}

/** The words for a database that is older than those of `formerRevisions`. */
export const outdated =
  'The database is older than the first version (its last migration is 0016-webhooks): start or deploy revision e3ceec32 with it once, then this one again, or take an empty database.';
