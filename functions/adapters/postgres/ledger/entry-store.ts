import { type Kysely, sql, type Transaction } from 'kysely';
import type { UsagePeriod } from '../../../../src/contract/usage.ts';
import { flowsActor } from '../../../domain/ledger/entry-reply.ts';
import type { EntryStore, RecentUse, StoredEntry } from '../../../domain/ledger/ledger-store.ts';
import type { PeriodSum, UsageStore, UseSum } from '../../../domain/ledger/usage.ts';
import { balanceCredits } from '../../../domain/ledger/wallet.ts';
import type { Schema } from '../schema/schema.ts';
import { readUpToDate } from './change-wallet.ts';

/** The most rows of the use by month: twelve months of a hundred keys with a few flows each. */
const MAX_USES = 10_000;

type EntryQuery = Omit<Parameters<EntryStore['list']>[0], 'now'>;

export function entryStore(db: Kysely<Schema>): EntryStore {
  return {
    list: ({ now, ...query }) =>
      readUpToDate(db, { walletId: query.walletId, now }, (trx) => selectEntries(trx, query)),
    newest: ({ now, first, ...query }) =>
      readUpToDate(db, { walletId: query.walletId, now }, async (trx, wallet) => ({
        wallet,
        entries: await selectEntries(trx, query),
        recent: await selectRecentUse(trx, query.walletId, first),
      })),
  };
}

async function selectRecentUse(
  trx: Transaction<Schema>,
  walletId: string,
  first: Date,
): Promise<RecentUse> {
  const { rows } = await sql<{ usedCredits: number; beganAt: Date | null }>`
    select coalesce(sum(case when kind = 'capture' then -amount else 0 end), 0)::bigint as "usedCredits",
      min(case when number = 1 then at end) as "beganAt"
    from entries
    where wallet_id = ${walletId} and at >= ${first}`.execute(trx);
  const { usedCredits = 0, beganAt } = rows[0] ?? {};
  return { usedCredits, beganAt: beganAt ?? undefined };
}

/** Selects entries of a wallet, newest first, with what their lots and keys say of them. */
export async function selectEntries(
  trx: Transaction<Schema>,
  { walletId, before, kinds, limit }: EntryQuery,
): Promise<readonly StoredEntry[]> {
  const rows = await trx
    .selectFrom('entries')
    .leftJoin('lots', 'lots.id', 'entries.lot_id')
    .leftJoin('holds', 'holds.id', 'entries.hold_id')
    .leftJoin('personal_keys', 'personal_keys.id', 'holds.key_id')
    .where('entries.wallet_id', '=', walletId)
    .$if(before !== undefined, (query) => query.where('entries.number', '<', before ?? 0))
    .$if(kinds !== undefined, (query) => query.where('entries.kind', 'in', [...(kinds ?? [])]))
    .selectAll('entries')
    .select(['lots.source', 'lots.reason', keyLabel.as('key_name')])
    .orderBy('entries.number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(entryOfRow);
}

/** The name of a joined key; where another key of its owner has the same, with its last characters. */
const keyLabel = sql<string | null>`personal_keys.name || case when exists (
    select 1 from personal_keys as others
    where others.wallet_id = personal_keys.wallet_id and others.name = personal_keys.name
      and others.id <> personal_keys.id
  ) then ' …' || personal_keys.ending else '' end`;

type EntryRow = Schema['entries'] & {
  readonly source: Schema['lots']['source'] | null;
  readonly reason: string | null;
  readonly key_name: string | null;
};

function entryOfRow(row: EntryRow): StoredEntry {
  return {
    number: row.number,
    kind: row.kind,
    quantityCredits: row.quantity,
    amountCredits: row.amount,
    balanceBeforeCredits: row.balance_before,
    balanceAfterCredits: row.balance_after,
    availableAfterCredits: row.available_after,
    heldAfterCredits: row.held_after,
    owedAfterCredits: row.owed_after,
    ...(row.lot_id === null ? {} : { lotId: row.lot_id }),
    ...(row.hold_id === null ? {} : { holdId: row.hold_id }),
    reference: row.reference,
    idempotencyKey: row.idempotency_key,
    actor: row.actor,
    at: row.at,
    ...(row.source === null ? {} : { source: row.source }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.key_name ? { keyName: row.key_name } : {}),
  };
}

export function usageStore(db: Kysely<Schema>): UsageStore {
  return {
    uses: async ({ walletId, first }) => (await selectUses(db, walletId, first)).rows,
    read: ({ walletId, by, first, now }) =>
      readUpToDate(db, { walletId, now }, async (trx, wallet) => ({
        balanceCredits: balanceCredits(wallet),
        sums: await selectSums(trx, { walletId, by, first }),
      })),
  };
}

/** A service names its jobs as it likes, so that its captures of a month are one row. */
function selectUses(db: Kysely<Schema>, walletId: string, first: Date) {
  return sql<UseSum>`
    select date_trunc('month', entries.at, 'UTC') as start, entries.actor,
      case when entries.actor = ${flowsActor} then entries.reference end as "flowId",
      personal_keys.id as "keyId", ${keyLabel} as "keyName",
      count(*) as charges, sum(entries.quantity)::bigint as "usedCredits"
    from entries left join holds on holds.id = entries.hold_id
      left join personal_keys on personal_keys.id = holds.key_id
    where entries.wallet_id = ${walletId} and entries.at >= ${first} and entries.kind = 'capture'
    group by 1, 2, 3, 4, 5
    order by 1 desc, 7 desc, 2, 3, 4
    limit ${MAX_USES}`.execute(db);
}

/** One row for each period and kind. A sum of `bigint` is `numeric`, so it is cast back. */
async function selectSums(
  trx: Transaction<Schema>,
  { walletId, by, first }: { walletId: string; by: UsagePeriod; first: Date },
): Promise<readonly PeriodSum[]> {
  const { rows } = await sql<PeriodSum>`
    select date_trunc(${sql.lit(by)}, at, 'UTC') as start, kind,
      sum(amount)::bigint as "amountCredits"
    from entries
    where wallet_id = ${walletId} and at >= ${first} and amount <> 0
    group by 1, 2`.execute(trx);
  return rows;
}
