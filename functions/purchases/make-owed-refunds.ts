import type { OwedRefundStore, Refunds } from '../domain/purchase/owed-refund.ts';
import type { PurchaseStore } from '../domain/purchase/purchase-store.ts';

export interface RefundDeps {
  readonly purchases: Pick<PurchaseStore, 'apply'>;
  readonly owedRefunds: OwedRefundStore;
  readonly refunds: Refunds;
}

/**
 * Pays back what came after its user had deleted the account. An accepted refund is applied at once,
 * as its webhook will be too. A refused one is tried again later, until the payment service accepts
 * it. A payment service that does not answer ends the run.
 * @returns how many are settled, how many were refused, and the errors
 */
export async function makeOwedRefunds(
  now: Date,
  { purchases, owedRefunds, refunds }: RefundDeps,
): Promise<{ readonly settled: number; readonly refused: number; readonly errors: unknown[] }> {
  let [settled, refused] = [0, 0];
  const errors: unknown[] = [];
  for (const owed of await owedRefunds.listDue(now)) {
    try {
      const answer = await refunds.make(owed);
      if (answer.ok) {
        if (answer.refundId !== undefined) await purchases.apply(answer.event, now);
        await owedRefunds.settle(owed.purchaseId, answer.refundId, now);
        settled += 1;
        continue;
      }
      errors.push(answer.cause);
      if (answer.code === 'payments_unreachable') break;
      refused += 1;
      await owedRefunds.postpone(owed, now);
    } catch (error) {
      errors.push(error);
    }
  }
  return { settled, refused, errors };
}
