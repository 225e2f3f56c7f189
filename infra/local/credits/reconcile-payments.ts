import {
  selectPurchase,
  selectPurchasesSince,
} from '../../../functions/adapters/postgres/purchase/purchase-rows.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import { isUnreachable } from '../../../functions/adapters/stripe/client.ts';
import { applyPaymentEvent } from '../../../functions/domain/purchase/apply-payment-event.ts';
import type { PaymentReport, PaymentReports } from '../../../functions/domain/purchase/payments.ts';
import { purchaseState, type StoredPurchase } from '../../../functions/domain/purchase/purchase.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import type { CommandResult } from './command.ts';

interface ReconcileDeps {
  readonly db: Parameters<typeof purchaseStore>[0];
  readonly now: Date;
  readonly payments: () => PaymentReports;
}

/** A purchase on which we and the payment service differ. */
interface Difference {
  readonly purchase: string;
  readonly here: string;
  readonly there: string;
  /** Whether the payment service's events set it right, or a person has to look. */
  readonly remedy: 'apply' | 'applied' | 'look';
}

const DEFAULT_DAYS = 10;

/** A purchase that begins while the command runs may be in one of the two lists alone. */
const SETTLING_MS = 5 * 60_000;

/**
 * Compares the purchases since a day with the payment service's pages, payments, refunds and
 * disputes, both ways. With `apply` it applies what the payment service says, as webhooks do.
 */
export async function reconcilePayments(
  {
    since,
    apply = false,
  }: { readonly since?: string | undefined; readonly apply?: boolean | undefined },
  deps: ReconcileDeps,
): Promise<CommandResult> {
  const from = since === undefined ? daysBefore(deps.now, DEFAULT_DAYS) : new Date(since);
  if (from > deps.now) return refusal('query_invalid', 'The day of --since must not lie ahead.');
  try {
    const differences = await differencesSince(from, apply, deps);
    const open = differences.filter(({ remedy }) => remedy !== 'applied');
    const body = { since: from.toISOString(), differences };
    return { ok: open.length === 0, lines: linesOf(differences), body };
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const detail = 'The payment service does not answer: start the product, or try again soon.';
    return refusal('payments_unreachable', detail);
  }
}

async function differencesSince(from: Date, apply: boolean, { db, now, payments }: ReconcileDeps) {
  const differences: Difference[] = [];
  const seen = new Set<string>();
  for await (const report of payments().list(new Date(from.getTime() - SETTLING_MS))) {
    seen.add(report.purchaseId);
    const found = differenceOf(await selectPurchase(db, report.purchaseId), report, now);
    if (!found) continue;
    const isMended = apply && found.remedy === 'apply';
    if (isMended) for (const event of report.events) await purchaseStore(db).apply(event, now);
    differences.push(isMended ? { ...found, remedy: 'applied' } : found);
  }
  const until = new Date(now.getTime() - SETTLING_MS);
  for await (const purchase of selectPurchasesSince(db, from)) {
    // A page that could not be opened leaves a closed purchase behind.
    if (seen.has(purchase.id) || purchase.progress === 'closed' || purchase.createdAt > until)
      continue;
    const here = purchaseState(purchase, now);
    differences.push({ purchase: purchase.id, here, there: 'unknown', remedy: 'look' });
  }
  return differences;
}

function differenceOf(
  stored: StoredPurchase | undefined,
  { purchaseId, events }: PaymentReport,
  now: Date,
): Difference | undefined {
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

function linesOf(differences: readonly Difference[]): string[] {
  if (differences.length === 0) return ['No purchase differs.'];
  const rows = [{ purchase: 'purchase', here: 'here', there: 'Stripe', remedy: 'remedy' }];
  return [...rows, ...differences].map(
    ({ purchase, here, there, remedy }) =>
      `${purchase.padEnd(38)}${here.padEnd(18)}${there.padEnd(28)}${remedy}`,
  );
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

function refusal(code: string, detail: string): CommandResult {
  return { ok: false, lines: [`${detail} (${code})`], body: { code, detail } };
}
