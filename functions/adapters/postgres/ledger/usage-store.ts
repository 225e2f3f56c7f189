import { type Kysely, sql, type Transaction } from 'kysely';
import type { UsagePeriod } from '../../../../src/contract/usage.ts';
import { balanceCredits } from '../../../domain/ledger/wallet.ts';
import type { PeriodSum, UsageStore } from '../../../domain/usage.ts';
import type { Schema } from '../schema/schema.ts';
import { readUpToDate } from './read-up-to-date.ts';

/** Adds up what happened to wallets. */
export function usageStore(db: Kysely<Schema>): UsageStore {
  return {
    read: ({ walletId, by, first, now }) =>
      readUpToDate(db, { walletId, now }, async (trx, wallet) => ({
        balanceCredits: balanceCredits(wallet),
        sums: await selectSums(trx, { walletId, by, first }),
      })),
  };
}

/** One row a period and kind. The sum of a bigint is a numeric, which this code never reads. */
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
