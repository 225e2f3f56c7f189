import { type Kysely, sql, type Transaction } from 'kysely';
import { departureKeptDays } from '../../../../src/contract/account.ts';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import type { UserFingerprints } from '../../../domain/account/departure.ts';
import type { Schema } from '../schema/schema.ts';

/** Stores by what the wallet of a deleted user can be found again. */
export async function insertDeparture(
  trx: Transaction<Schema>,
  walletId: string,
  { subKey, addressKey }: UserFingerprints,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('departures')
    .values({ wallet_id: walletId, sub_key: subKey, address_key: addressKey ?? null, left_at: now })
    .execute();
}

/**
 * Takes the wallet that a new user left behind, if its accounts are not closed: something is owed, or
 * money of a purchase may still come or be taken back. Two users at once conflict at its row.
 * @returns the wallet's id; undefined when there is none, and the user gets a new wallet
 */
export async function takeLeftWallet(
  trx: Transaction<Schema>,
  { subKey, addressKey }: UserFingerprints,
  now: Date,
): Promise<string | undefined> {
  const since = new Date(now.getTime() - departureKeptDays * DAY_MS);
  const { rows } = await sql<Pick<Schema['departures'], 'wallet_id'>>`
    select departures.wallet_id from departures join wallets on wallets.id = departures.wallet_id
    where (sub_key = ${subKey} or address_key = ${addressKey ?? null}::text)
      and (owed > 0 or exists (select from purchases
        where purchases.wallet_id = departures.wallet_id and progress <> 'closed'
          and coalesce(paid_at, created_at) > ${since}))
    order by owed desc, left_at desc limit 1`.execute(trx);
  const walletId = rows[0]?.wallet_id;
  if (walletId === undefined) return undefined;
  await trx.deleteFrom('departures').where('wallet_id', '=', walletId).execute();
  return walletId;
}

/** The wallet that the user of a subject left behind, for commands that are sent again. */
export async function findLeftWallet(
  db: Kysely<Schema>,
  subKey: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('departures')
    .where('sub_key', '=', subKey)
    .select('wallet_id')
    .orderBy('left_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.wallet_id;
}
