import { type Kysely, type RawBuilder, sql } from 'kysely';
import { reversedCredits } from '../../../domain/purchase/bill.ts';
import type { StoredPurchase } from '../../../domain/purchase/purchase.ts';
import { withReversals } from '../purchase/purchase-rows.ts';
import type { Schema } from '../schema/schema.ts';

/** How many rows one statement reads, so that none runs long. */
export const PAGE_ROWS = 500;

/** A wallet's row, and the number of its highest entry at the same moment. */
export type StoredWallet = Schema['wallets'] & { readonly highest: number | null };

/** A purchase, and the credits that its reversals take. */
export type AuditedPurchase = StoredPurchase & { readonly share: number };

/** The rows of some wallets at one moment. */
export interface StoredRows {
  readonly wallets: readonly StoredWallet[];
  /** All lots, or open ones only. */
  readonly lots: readonly Schema['lots'][];
  readonly openHolds: readonly Schema['holds'][];
  readonly purchases: readonly AuditedPurchase[];
  readonly keys: readonly Schema['personal_keys'][];
}

/** A part of the entries of a wallet: those after a number, up to another. */
export interface Slice {
  readonly walletId: string;
  readonly after: number;
  readonly upTo: number;
}

/** Reads what `StoredRows` names. The caller's transaction makes it one moment. */
export async function readStored(
  db: Kysely<Schema>,
  walletIds: readonly string[],
  which: 'all' | 'open',
): Promise<StoredRows> {
  const ids = sql.join(walletIds);
  const { rows: wallets } = await sql<StoredWallet>`
    select wallets.*, (select max(number) from entries where wallet_id = wallets.id) as highest
    from wallets where id in (${ids})`.execute(db);
  const some = which === 'all' ? sql`` : sql`and (remaining > 0 or held > 0 or owed > 0)`;
  const lots = await readPages((after) =>
    sql<Schema['lots']>`
    select * from lots where wallet_id in (${ids}) and id > ${after} ${some}
    order by id limit ${PAGE_ROWS}`.execute(db),
  );
  const openHolds = await readPages((after) =>
    sql<Schema['holds']>`
    select * from holds where wallet_id in (${ids}) and state = 'open' and id > ${after}
    order by id limit ${PAGE_ROWS}`.execute(db),
  );
  const keys = await readPages((after) =>
    sql<Schema['personal_keys']>`
    select * from personal_keys where wallet_id in (${ids}) and id > ${after}
    order by id limit ${PAGE_ROWS}`.execute(db),
  );
  return { wallets, lots, openHolds, purchases: await readPurchases(db, ids), keys };
}

function readPurchases(db: Kysely<Schema>, walletIds: RawBuilder<unknown>) {
  return readPages(async (after) => {
    const { rows } = await sql<Schema['purchases']>`
      select * from purchases where wallet_id in (${walletIds}) and id > ${after}
      order by id limit ${PAGE_ROWS}`.execute(db);
    return { rows: (await withReversals(db, rows)).map(withShare) };
  });
}

function withShare(purchase: StoredPurchase): AuditedPurchase {
  const isPaid = purchase.progress === 'paid';
  return { ...purchase, share: isPaid ? reversedCredits(purchase, purchase.reversals) : 0 };
}

/** How many holds each wallet has, ended ones too. */
export async function countHolds(
  db: Kysely<Schema>,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ wallet_id: string; count: number }>`
    select wallet_id, count(*) as count from holds where wallet_id in (${sql.join(walletIds)})
    group by wallet_id`.execute(db);
  return new Map(rows.map((row) => [row.wallet_id, row.count]));
}

/** Reads the entries of slices by wallet and number, at most `PAGE_ROWS` with one statement. */
export async function* entryPages(
  db: Kysely<Schema>,
  slices: Iterable<Slice>,
): AsyncGenerator<readonly Schema['entries'][], void> {
  let page: Slice[] = [];
  let room = PAGE_ROWS;
  for (const { walletId, after: from, upTo } of slices) {
    for (let after = from; after < upTo; ) {
      const until = Math.min(upTo, after + room);
      page.push({ walletId, after, upTo: until });
      room -= until - after;
      after = until;
      if (room > 0) continue;
      yield await readEntries(db, page);
      [page, room] = [[], PAGE_ROWS];
    }
  }
  if (page.length > 0) yield await readEntries(db, page);
}

async function readEntries(
  db: Kysely<Schema>,
  slices: readonly Slice[],
): Promise<readonly Schema['entries'][]> {
  const rows = slices.map(
    ({ walletId, after, upTo }) => sql`(${walletId}::uuid, ${after}::bigint, ${upTo}::bigint)`,
  );
  const found = await sql<Schema['entries']>`
    select entries.* from (values ${sql.join(rows)}) as slices (id, after, up_to)
    join entries on wallet_id = id and number > after and number <= up_to
    order by wallet_id, number`.execute(db);
  return found.rows;
}

/** Reads rows of a table by their ids, of which there are at most `PAGE_ROWS`. */
export async function readByIds<Table extends 'holds' | 'lots'>(
  db: Kysely<Schema>,
  table: Table,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Schema[Table]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Schema[Table]>`
    select * from ${sql.table(table)} where id in (${sql.join(ids)})`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds the stored ones among keys of wallets, as `wallet key`. */
export async function readKeys(
  db: Kysely<Schema>,
  walletIds: readonly string[],
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ wallet_id: string; key: string }>`
    select wallet_id, key from idempotency_keys
    where wallet_id in (${sql.join(walletIds)}) and key in (${sql.join(keys)})`.execute(db);
  return new Set(rows.map((row) => `${row.wallet_id} ${row.key}`));
}

/**
 * Before which time keys may have been deleted; nothing where none were (`retention-deletions.ts`).
 */
export async function keysForgottenBefore(db: Kysely<Schema>): Promise<Date | null> {
  const positions = db.selectFrom('sweep_positions').where('part', '=', 'keys');
  const row = await positions.select('forgotten_before').executeTakeFirst();
  return row?.forgotten_before ?? null;
}

/** Finds the stored ones among trials, as `wallet key`. */
export async function readTrials(
  db: Kysely<Schema>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ wallet_id: string; key: string }>`
    select wallet_id, key from trials where key in (${sql.join(keys)})`.execute(db);
  return new Set(rows.map((row) => `${row.wallet_id} ${row.key}`));
}

/** Sorts before every id (RFC 9562, section 5.9). */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** Reads all rows of a query in pages, each after the last id of the one before. */
export async function readPages<Row extends { readonly id: string }>(
  readPage: (after: string) => Promise<{ readonly rows: readonly Row[] }>,
): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (let after: string | undefined = NIL_ID; after !== undefined; ) {
    const { rows }: { readonly rows: readonly Row[] } = await readPage(after);
    all.push(...rows);
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)?.id;
  }
  return all;
}
