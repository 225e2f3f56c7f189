import type { Counts } from '../../src/contract/metrics.ts';
import type { PaymentEvent, PaymentRefusal, PaymentReports } from '../domain/purchase/payments.ts';
import type { ApplyResult, PurchaseStore } from '../domain/purchase/purchase-store.ts';

export interface AskDeps {
  readonly purchases: Pick<PurchaseStore, 'claim' | 'apply'>;
  readonly payments: Pick<PaymentReports, 'ask'>;
}

/**
 * Asks the payment service about a purchase, and applies its answer as if webhooks had
 * brought it. So it makes no difference which of them is first, or how often they come.
 * @param pauseMs nobody is asked when somebody asked less than so many milliseconds ago
 * @returns the events to count; or why the payment service could not be asked
 */
export async function askAboutPurchase(
  id: string,
  { now, pauseMs }: { readonly now: Date; readonly pauseMs: number },
  { purchases, payments }: AskDeps,
): Promise<
  { readonly ok: true; readonly counts: Counts } | PaymentRefusal<'payments_unreachable'>
> {
  const purchase = await purchases.claim(id, now, new Date(now.getTime() - pauseMs));
  if (!purchase) return { ok: true, counts: {} };
  const report = await payments.ask(purchase);
  if (!report.ok) return report;
  let counts: Counts = {};
  const closing: PaymentEvent = { kind: 'progress', purchaseId: id, progress: 'closed' };
  // A worker died before it opened the page or made the charge, so no event will say so. Until the
  // page's time is over, another worker may still be about to open it.
  const isGivenUp = report.isUnpayable && purchase.openUntil <= now;
  const events = isGivenUp ? [closing] : report.events;
  for (const event of events) {
    counts = { ...counts, ...countsOf(await purchases.apply(event, now)) };
  }
  return { ok: true, counts };
}

/** The events to count after a payment event: a grant, or a payment that was not ordered. */
export function countsOf(applied: ApplyResult): Counts {
  if (!applied.ok) return { PaymentMismatches: 1 };
  return applied.isGranted ? { Grants: 1 } : {};
}
