import type { Counts } from '../../src/contract/metrics.ts';
import { creditNoteStore } from '../adapters/postgres/purchase/credit-note-store.ts';
import { owedRefundStore } from '../adapters/postgres/purchase/owed-refund-store.ts';
import { purchaseStore } from '../adapters/postgres/purchase/purchase-store.ts';
import { topUpStore } from '../adapters/postgres/purchase/saved-cards.ts';
import { stripeCreditNotes } from '../adapters/stripe/credit-notes.ts';
import { stripeRefunds } from '../adapters/stripe/refunds.ts';
import { allReports, stripeCards } from '../adapters/stripe/saved-cards.ts';
import { forSchedule, type ScheduledJob } from '../callers/for-schedule.ts';
import type { PurchaseStore } from '../domain/purchase/purchase-store.ts';
import { type AskDeps, askAboutPurchase } from '../purchases/ask-about-purchase.ts';
import { type CreditNoteDeps, issueCreditNotes } from '../purchases/issue-credit-notes.ts';
import { makeOwedRefunds, type RefundDeps } from '../purchases/make-owed-refunds.ts';
import { makeTopUps, type TopUpDeps } from '../purchases/make-top-ups.ts';
import { stripeSettings } from '../settings.ts';

type Deps = AskDeps &
  CreditNoteDeps &
  RefundDeps &
  TopUpDeps & { readonly purchases: Pick<PurchaseStore, 'apply' | 'listUnasked'> };

/** Another run may overlap with this one, or a buyer may come back meanwhile. */
const PAUSE_MS = 60_000;

/**
 * Asks the payment service about purchases whose webhooks may be lost, and about refunds of paid
 * ones. It makes the refunds that we owe, their credit notes and the top-ups that are due besides. A
 * purchase that fails waits for the next time and stops no other. A payment service that does not answer
 * ends the run.
 * @returns how many were due, how many failed, and the first error
 */
export async function confirmPurchases(now: Date, deps: Deps): Promise<ScheduledJob> {
  const { settled: refunds, refused, errors } = await makeOwedRefunds(now, deps);
  const due = await deps.purchases.listUnasked(now);
  const all: Counts[] = [];
  for (const id of due) {
    try {
      const asked = await askAboutPurchase(id, { now, pauseMs: PAUSE_MS }, deps);
      if (!asked.ok) {
        errors.push(asked.cause);
        break;
      }
      all.push(asked.counts);
    } catch (error) {
      errors.push(error);
    }
  }
  const notes = await issueCreditNotes(now, deps);
  errors.push(...notes.errors);
  // Last, because each charge takes seconds, and others have paid already.
  const topUps = await makeTopUps(now, deps);
  errors.push(...topUps.errors);
  all.push(...topUps.counts);
  const sumOf = (name: keyof Counts) => all.reduce((sum, one) => sum + (one[name] ?? 0), 0);
  const counts = {
    Grants: sumOf('Grants'),
    PaymentMismatches: sumOf('PaymentMismatches'),
    RefundsRefused: refused,
  };
  const { made, failed: refusedTopUps } = topUps;
  const numbers = {
    ...{ due: due.length, refunds, creditNotes: notes.issued },
    ...{ topUps: made, refusedTopUps, failed: errors.length },
  };
  return errors.length > 0 ? { numbers, counts, error: errors[0] } : { numbers, counts };
}

export const handler = forSchedule('purchases', confirmPurchases, (db, env) => ({
  purchases: purchaseStore(db),
  payments: allReports(stripeSettings(env)),
  owedRefunds: owedRefundStore(db),
  refunds: stripeRefunds(stripeSettings(env)),
  creditNotes: { ...creditNoteStore(db), ...stripeCreditNotes(stripeSettings(env)) },
  topUps: topUpStore(db),
  cards: stripeCards(stripeSettings(env)),
  currentTime: () => new Date(),
}));
