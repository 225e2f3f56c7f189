import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyPaymentEvent,
  type PaymentMismatch,
  type PurchaseChange,
} from '../../../../../functions/domain/purchase/apply-payment-event.ts';
import type { PaymentEvent } from '../../../../../functions/domain/purchase/payments.ts';
import type { StoredPurchase } from '../../../../../functions/domain/purchase/purchase.ts';
import { aPurchase, paidNews, purchaseId, reversalNews } from '../../../../support/purchases.ts';

const now = new Date('2026-11-21T12:05:00Z');

function settled(purchase: StoredPurchase, event: PaymentEvent): PurchaseChange {
  const settlement = applyPaymentEvent(purchase, event, now);
  if (!settlement.ok) throw new Error(`refused for its ${settlement.code}`);
  return settlement;
}

/** What the wallet was due by some news, one after the other, and the purchase then. */
function told(all: readonly PaymentEvent[]) {
  let [purchase, grants, takenCredits] = [aPurchase(), 0, 0];
  for (const event of all) {
    const settlement = settled(purchase, event);
    purchase = settlement.purchase;
    grants += settlement.isNewlyPaid ? 1 : 0;
    takenCredits += settlement.takeBackCredits;
  }
  return { purchase, grants, takenCredits };
}

const progress = (to: 'processing' | 'closed'): PaymentEvent => ({
  kind: 'progress',
  purchaseId,
  progress: to,
});
const dispute = (standing: 'taken' | 'lost' | 'returned') =>
  reversalNews({ id: 'dp_1', kind: 'dispute', amountMinor: 2_000, status: standing });

test('a payment is due its credits once', () => {
  expect(told([paidNews(), paidNews(), paidNews()])).toMatchObject({
    grants: 1,
    takenCredits: 0,
    purchase: { progress: 'paid', paymentId: 'pi_1', paidAt: now },
  });
});

test('a page that was said to be closed counts as paid when the money came', () => {
  expect(told([progress('closed'), paidNews(), progress('closed')]).purchase.progress).toBe('paid');
});

test('a refund that is told before the payment is taken with it', () => {
  const early = told([reversalNews()]);
  expect(early).toMatchObject({ grants: 0, takenCredits: 0 });
  expect(told([reversalNews(), paidNews()])).toMatchObject({ grants: 1, takenCredits: 250 });
});

test('a dispute takes all credits, and gives them back when it is won', () => {
  expect(told([paidNews(), dispute('taken')]).takenCredits).toBe(500);
  expect(told([paidNews(), dispute('taken'), dispute('returned')]).takenCredits).toBe(0);
  expect(told([paidNews(), dispute('taken'), dispute('lost')]).takenCredits).toBe(500);
});

test('what a refund took before a dispute stays taken when the dispute is won', () => {
  const all = [paidNews(), reversalNews(), dispute('taken')];
  expect(told(all).takenCredits).toBe(500);
  expect(told([...all, dispute('returned')]).takenCredits).toBe(250);
});

test('a dispute in the bank’s own currency takes all', () => {
  const euros = reversalNews({ kind: 'dispute', amountMinor: 1 }, 'EUR');
  expect(told([paidNews(), euros]).takenCredits).toBe(500);
});

test('event that say nothing new leave the same object', () => {
  for (const event of [paidNews(), reversalNews(), progress('closed')]) {
    const { purchase } = settled(aPurchase(), event);
    expect(settled(purchase, event).purchase).toBe(purchase);
  }
});

test('event lead to the same in every order, with any of them told again', () => {
  const all: readonly PaymentEvent[] = [
    paidNews(),
    progress('processing'),
    progress('closed'),
    reversalNews({ id: 're_1', amountMinor: 300 }),
    reversalNews({ id: 're_2', amountMinor: 701 }),
    reversalNews({ id: 're_2', amountMinor: 701, status: 'returned' }),
    reversalNews({ id: 'dp_1', kind: 'dispute', amountMinor: 999, status: 'announced' }),
    reversalNews({ id: 'dp_1', kind: 'dispute', amountMinor: 999, status: 'taken' }),
    reversalNews({ id: 'dp_1', kind: 'dispute', amountMinor: 999, status: 'lost' }),
  ];
  const again = fc.array(fc.constantFrom(...all), { maxLength: 20 });
  const orders = again.chain((some) => {
    const many = [...all, ...some];
    return fc.shuffledSubarray(many, { minLength: many.length, maxLength: many.length });
  });
  fc.assert(
    fc.property(orders, (order) => {
      const { purchase, grants, takenCredits } = told(order);
      expect({ progress: purchase.progress, grants, takenCredits }).toEqual({
        progress: 'paid',
        grants: 1,
        takenCredits: Math.floor((500 * (300 + 999)) / 2_000),
      });
      expect(purchase.reversedCredits).toBe(takenCredits);
      expect(
        new Set(purchase.reversals.map(({ id, status: standing }) => `${id} ${standing}`)),
      ).toEqual(new Set(['re_1 taken', 're_2 returned', 'dp_1 lost']));
    }),
  );
});

describe('a payment that is not the one that was ordered changes nothing:', () => {
  const otherPayment = { ...paidNews(), paymentId: 'pi_2' };
  test.each<[string, PaymentMismatch, StoredPurchase, PaymentEvent]>([
    ['of a cent less', 'amount_differs', aPurchase(), paidNews({ amountMinor: 1_999 })],
    ['of a cent more', 'amount_differs', aPurchase(), paidNews({ amountMinor: 2_001 })],
    ['in another currency', 'currency_differs', aPurchase(), paidNews({ currency: 'CNY' })],
    ['a second one', 'payment_differs', aPurchase({ paymentId: 'pi_1' }), otherPayment],
    ['a refund in another currency', 'currency_differs', aPurchase(), reversalNews({}, 'CNY')],
  ])('%s', (_what, code, purchase, event) => {
    expect(applyPaymentEvent(purchase, event, now)).toEqual({ ok: false, code });
  });
});
