import { type Kysely, sql, type Transaction } from 'kysely';
import {
  longestPauseMs,
  nextTry,
  type OwedRefundStore,
} from '../../../domain/purchase/owed-refund.ts';
import type { PaymentEvent } from '../../../domain/purchase/payments.ts';
import type { StoredPurchase } from '../../../domain/purchase/purchase.ts';
import { counts } from '../../../domain/purchase/reversal.ts';
import { hasCome } from '../connection/due-time.ts';
import type { Schema } from '../schema/schema.ts';

/** How many refunds one run of the schedule tries. */
const MAX_DUE = 10;

/** The refunds that we owe. Each method is one statement. */
export function owedRefundStore(db: Kysely<Schema>): OwedRefundStore {
  const change = (purchaseId: string, values: Partial<Schema['owed_refunds']>) =>
    db.updateTable('owed_refunds').set(values).where('purchase_id', '=', purchaseId).execute();
  return {
    listDue: (now) =>
      db
        .selectFrom('owed_refunds')
        .where('state', '=', 'owed')
        .where(hasCome('next_try_at', now, longestPauseMs))
        .select(['purchase_id as purchaseId', 'payment_id as paymentId', 'tries'])
        .orderBy('next_try_at')
        .limit(MAX_DUE)
        .execute(),
    settle: async (purchaseId, refundId, now) => {
      const state = refundId === undefined ? 'needless' : 'made';
      await change(purchaseId, { state, refund_id: refundId ?? null, settled_at: now });
    },
    postpone: async ({ purchaseId, tries }, now) => {
      await change(purchaseId, { tries: tries + 1, next_try_at: nextTry(tries, now) });
    },
  };
}

/**
 * Records a refund that we owe if the wallet of a payment has no user any more.
 * @returns whether we owe it
 */
export async function recordOwedRefund(
  trx: Transaction<Schema>,
  purchaseId: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
insert into owed_refunds (purchase_id, payment_id, currency, amount_minor, owed_since, tries, next_try_at, state)
select id, payment_id, currency, coalesce(paid_minor, amount_minor), paid_at, 0, paid_at,
  case paid_minor when 0 then 'needless' else 'owed' end from purchases
where id = ${purchaseId} and not exists (select from users where users.wallet_id = purchases.wallet_id)`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

/**
 * Owes a refund again that failed, or whose dispute we won: the money is still with us. The end of a
 * dispute that never took money, as of an inquiry, changes nothing.
 */
export async function reopenOwedRefund(
  trx: Transaction<Schema>,
  event: PaymentEvent,
  before: StoredPurchase,
  now: Date,
): Promise<void> {
  if (event.kind !== 'reversal' || event.reversal.status !== 'returned') return;
  if (!before.reversals.some((one) => one.id === event.reversal.id && counts(one))) return;
  await sql`
    update owed_refunds set state = 'owed', settled_at = null, next_try_at = ${now}, tries = tries + 1
    where purchase_id = ${event.purchaseId} and state <> 'owed'`.execute(trx);
}
