import {
  selectPurchase,
  selectPurchasesSince,
} from '../adapters/postgres/purchase/purchase-rows.ts';
import { purchaseStore } from '../adapters/postgres/purchase/purchase-store.ts';
import { isUnreachable } from '../adapters/stripe/client.ts';
import { allReports } from '../adapters/stripe/saved-cards.ts';
import { applyPaymentEvent } from '../domain/purchase/apply-payment-event.ts';
import type { PaymentReport } from '../domain/purchase/payments.ts';
import { purchaseState, type StoredPurchase } from '../domain/purchase/purchase.ts';

interface ReconcileDeps {
  readonly db: Parameters<typeof purchaseStore>[0];
  readonly now: Date;
  readonly stripe: Parameters<typeof allReports>[0];
}

/** A purchase on which we and the payment service differ. */
export interface PurchaseDifference {
  readonly purchase: string;
  readonly here: string;
  readonly there: string;
  /** Whether the payment service's events set it right, or a person has to look. */
  readonly remedy: 'apply' | 'applied' | 'look';
}

/** A purchase that begins while the command runs may be in one of the two lists alone. */
const SETTLING_MS = 5 * 60_000;

/**
 * Compares the purchases since a time with the payment service's pages, payments, refunds and
 * disputes, both ways. With `apply` it applies what the payment service says, as webhooks do.
 * @returns the differences; undefined when the payment service does not answer
 */
export async function reconcilePurchases(
  from: Date,
  apply: boolean,
  deps: ReconcileDeps,
): Promise<readonly PurchaseDifference[] | undefined> {
  try {
    return await differencesSince(from, apply, deps);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return undefined;
  }
}

async function differencesSince(from: Date, apply: boolean, { db, now, stripe }: ReconcileDeps) {
  const differences: PurchaseDifference[] = [];
  const seen = new Set<string>();
  for await (const report of allReports(stripe).list(new Date(from.getTime() - SETTLING_MS))) {
    seen.add(report.purchaseId);
    const found = differenceOf(await selectPurchase(db, report.purchaseId), report, now);
    if (!found) continue;
    const isMended = apply && found.remedy === 'apply';
    if (isMended) for (const event of report.events) await purchaseStore(db).apply(event, now);
    differences.push(isMended ? { ...found, remedy: 'applied' } : found);
  }
  const until = new Date(now.getTime() - SETTLING_MS);
  for await (const purchase of selectPurchasesSince(db, from)) {
    const { id, progress, createdAt } = purchase;
    // A page that could not be opened leaves a closed purchase behind.
    if (seen.has(id) || progress === 'closed' || createdAt > until) continue;
    const here = purchaseState(purchase, now);
    differences.push({ purchase: id, here, there: 'unknown', remedy: 'look' });
  }
  return differences;
}

function differenceOf(
  stored: StoredPurchase | undefined,
  { purchaseId, events }: PaymentReport,
  now: Date,
): PurchaseDifference | undefined {
  const isPaid = events.some(({ kind }) => kind === 'paid');
  const there = isPaid ? 'paid' : 'not paid';
  const look = { purchase: purchaseId, remedy: 'look' } as const;
  if (!stored) return { ...look, here: 'unknown', there };
  const here = purchaseState(stored, now);
  if (stored.progress === 'paid' && !isPaid) return { ...look, here, there };
  const known = new Set(events.flatMap((one) => (one.kind === 'reversal' ? one.reversal.id : [])));
  const unknown = stored.reversals.find(({ id }) => !known.has(id));
  if (unknown) return { ...look, here, there: `without ${unknown.id}` };
  let after = stored;
  for (const event of events) {
    const change = applyPaymentEvent(after, event, now);
    if (!change.ok) return { ...look, here, there: change.code };
    after = change.purchase;
  }
  if (after === stored) return undefined;
  return { purchase: purchaseId, here, there: purchaseState(after, now), remedy: 'apply' };
}
