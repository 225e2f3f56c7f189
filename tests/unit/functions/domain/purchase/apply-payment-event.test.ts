import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyPaymentEvent,
  messageAbout,
  type PaymentMismatch,
  type PurchaseChange,
  topUpsAfter,
} from '../../../../../functions/domain/purchase/apply-payment-event.ts';
import type { PaymentEvent } from '../../../../../functions/domain/purchase/payments.ts';
import type { StoredPurchase } from '../../../../../functions/domain/purchase/purchase.ts';
import { type ReversalStatus, reversalStatuses } from '../../../../../src/contract/checkout.ts';
import { aPurchase, paidEvent, purchaseId, reversalEvent } from '../../../../support/purchases.ts';

const now = new Date('2026-11-21T12:05:00Z');

function settled(purchase: StoredPurchase, event: PaymentEvent): PurchaseChange {
  const change = applyPaymentEvent(purchase, event, now);
  if (!change.ok) throw new Error(`refused for its ${change.code}`);
  return change;
}

/** The credits that some events are due, one after the other, and the purchase after them. */
function told(all: readonly PaymentEvent[]) {
  let [purchase, grants, takenCredits] = [aPurchase(), 0, 0];
  for (const event of all) {
    const change = settled(purchase, event);
    purchase = change.purchase;
    grants += change.isNewlyPaid ? 1 : 0;
    takenCredits += change.takeBackCredits;
  }
  return { purchase, grants, takenCredits };
}

const progress = (to: 'processing' | 'closed'): PaymentEvent => ({
  kind: 'progress',
  purchaseId,
  progress: to,
});
const dispute = (status: ReversalStatus) =>
  reversalEvent({ id: 'dp_1', kind: 'dispute', amountMinor: 2_000, status });

test('a payment is due its credits once', () => {
  expect(told([paidEvent(), paidEvent(), paidEvent()])).toMatchObject({
    grants: 1,
    takenCredits: 0,
    purchase: { progress: 'paid', paymentId: 'pi_1', paidAt: now },
  });
});

test('a page that was reported closed counts as paid when the money arrives', () => {
  const { purchase } = told([progress('closed'), paidEvent(), progress('closed')]);
  expect(purchase.progress).toBe('paid');
});

const [paused, stopped, none] = ['paused', 'stopped', undefined] as const;
const taken = dispute('taken');
const failedRefund = reversalEvent({ status: 'returned' });
const anotherRefund = reversalEvent({ id: 're_2' });

test.each<[string, readonly PaymentEvent[], readonly ReturnType<typeof topUpsAfter>[]]>([
  ['a refund', [paidEvent(), reversalEvent()], [none, paused]],
  ['a refund of all', [paidEvent(), reversalEvent({ amountMinor: 2_000 })], [none, paused]],
  ['a refund of half a credit', [paidEvent(), reversalEvent({ amountMinor: 3 })], [none, none]],
  ['a refund before its payment', [reversalEvent(), paidEvent()], [none, paused]],
  ['a refund told twice', [paidEvent(), reversalEvent(), reversalEvent()], [none, paused, none]],
  ['a refund that fails', [paidEvent(), reversalEvent(), failedRefund], [none, paused, none]],
  ['a second refund', [paidEvent(), reversalEvent(), anotherRefund], [none, paused, paused]],
  ['a refund, then a dispute', [paidEvent(), reversalEvent(), taken], [none, paused, stopped]],
  ['an inquiry', [paidEvent(), dispute('announced'), dispute('taken')], [none, none, stopped]],
  ['a lost dispute', [paidEvent(), dispute('taken'), dispute('lost')], [none, stopped, none]],
  ['a dispute known late', [paidEvent(), dispute('lost'), dispute('taken')], [none, stopped, none]],
  ['a dispute that was won', [paidEvent(), dispute('returned')], [none, none]],
  ['a dispute before its payment', [dispute('taken'), paidEvent()], [stopped, stopped]],
])('%s ends or pauses top-ups when credits are taken, and only then', (_what, events, expected) => {
  let purchase = aPurchase();
  const found = events.map((event) => {
    const change = settled(purchase, event);
    const effect = topUpsAfter(purchase, change);
    purchase = change.purchase;
    return effect;
  });
  expect(found).toEqual(expected);
});

test('a refund that is reported before the payment is applied with it', () => {
  const early = told([reversalEvent()]);
  expect(early).toMatchObject({ grants: 0, takenCredits: 0 });
  expect(told([reversalEvent(), paidEvent()])).toMatchObject({ grants: 1, takenCredits: 250 });
});

test('a dispute takes all credits, and returns them when it is won', () => {
  expect(told([paidEvent(), dispute('taken')]).takenCredits).toBe(500);
  expect(told([paidEvent(), dispute('taken'), dispute('returned')]).takenCredits).toBe(0);
  expect(told([paidEvent(), dispute('taken'), dispute('lost')]).takenCredits).toBe(500);
});

test('the credits of an earlier refund stay away when a dispute is won', () => {
  const all = [paidEvent(), reversalEvent(), dispute('taken')];
  expect(told(all).takenCredits).toBe(500);
  expect(told([...all, dispute('returned')]).takenCredits).toBe(250);
});

/** The credits and the kind of each message of some events. */
function messagesOf(all: readonly PaymentEvent[]) {
  let purchase = aPurchase();
  return all.flatMap((event) => {
    const change = settled(purchase, event);
    const message = messageAbout(purchase, change, event, { deducted: 0 });
    purchase = change.purchase;
    if (message?.event !== 'refund' && message?.event !== 'dispute') return [];
    const { credits } = message.payload;
    if (message.event === 'dispute') return [[message.payload.status, credits]];
    return [[message.payload.failed ? 'failed' : 'refund', credits]];
  });
}

test.each<[string, readonly PaymentEvent[], readonly (readonly [string, number])[]]>([
  [
    'a dispute of what a refund has left is lost',
    [
      reversalEvent({ amountMinor: 800 }),
      reversalEvent({ id: 'dp_1', kind: 'dispute', amountMinor: 1_200 }),
      reversalEvent({ id: 'dp_1', kind: 'dispute', amountMinor: 1_200, status: 'lost' }),
    ],
    [
      ['refund', 200],
      ['opened', 300],
      ['lost', 300],
    ],
  ],
  [
    'a refund fails later',
    [reversalEvent(), reversalEvent({ status: 'returned' })],
    [
      ['refund', 250],
      ['failed', 250],
    ],
  ],
  ['a refund fails of which nobody was told', [reversalEvent({ status: 'returned' })], []],
])('each message has the credits of its own money: %s', (_what, events, expected) => {
  expect(messagesOf([paidEvent(), ...events])).toEqual(expected);
});

test('a dispute in the bank’s own currency takes all', () => {
  const euros = reversalEvent({ kind: 'dispute', amountMinor: 1 }, 'EUR');
  expect(told([paidEvent(), euros]).takenCredits).toBe(500);
});

test('events without news return the same object', () => {
  for (const event of [paidEvent(), reversalEvent(), progress('closed')]) {
    const { purchase } = settled(aPurchase(), event);
    expect(settled(purchase, event).purchase).toBe(purchase);
  }
});

test('events have the same result in every order, with any of them repeated', () => {
  const all: readonly PaymentEvent[] = [
    paidEvent(),
    progress('processing'),
    progress('closed'),
    reversalEvent({ id: 're_1', amountMinor: 300 }),
    reversalEvent({ id: 're_2', amountMinor: 701 }),
    reversalEvent({ id: 're_2', amountMinor: 701, status: 'returned' }),
    reversalEvent({ id: 'dp_1', kind: 'dispute', amountMinor: 2_000, status: 'announced' }),
    reversalEvent({ id: 'dp_1', kind: 'dispute', amountMinor: 1_500, status: 'taken' }),
    reversalEvent({ id: 'dp_1', kind: 'dispute', amountMinor: 999, status: 'lost' }),
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
      expect(new Set(purchase.reversals.map(({ id, status }) => `${id} ${status}`))).toEqual(
        new Set(['re_1 taken', 're_2 returned', 'dp_1 lost']),
      );
    }),
  );
});

test('an inquiry of 2,000 and a chargeback of 500 take 125 credits in both orders', () => {
  const inquiry = { id: 'dp_1', kind: 'dispute', amountMinor: 2_000, status: 'announced' } as const;
  const chargeback = { ...inquiry, amountMinor: 500, status: 'taken' } as const;
  const both = [reversalEvent(inquiry), reversalEvent(chargeback)];
  expect(told([paidEvent(), ...both]).takenCredits).toBe(125);
  expect(told([paidEvent(), ...both.toReversed()]).takenCredits).toBe(125);
});

test('all orders of any reports of a refund and a dispute, with any amounts, end alike', () => {
  const report = fc.record({
    id: fc.constantFrom('dp_1', 're_1'),
    amountMinor: fc.integer({ min: 1, max: 2_000 }),
    status: fc.constantFrom(...reversalStatuses),
  });
  const reports = fc.array(report, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(reports, (all) => {
      const events = all.map(({ id, ...rest }) =>
        reversalEvent({ id, kind: id === 'dp_1' ? 'dispute' : 'refund', ...rest }),
      );
      const ends = ordersOf([paidEvent(), ...events]).map((order) => {
        const { purchase, grants, takenCredits } = told(order);
        const reversals = purchase.reversals.toSorted((a, b) => (a.id < b.id ? -1 : 1));
        return JSON.stringify({ ...purchase, reversals, grants, takenCredits });
      });
      expect(new Set(ends).size).toBe(1);
    }),
  );
});

/** All orders of some items. */
function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    ordersOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

describe('a payment that was not ordered changes nothing:', () => {
  const otherPayment = { ...paidEvent(), paymentId: 'pi_2' };
  test.each<[string, PaymentMismatch, StoredPurchase, PaymentEvent]>([
    ['of a cent less', 'amount_differs', aPurchase(), paidEvent({ amountMinor: 1_999 })],
    ['of a cent more', 'amount_differs', aPurchase(), paidEvent({ amountMinor: 2_001 })],
    ['in another currency', 'currency_differs', aPurchase(), paidEvent({ currency: 'CNY' })],
    ['a second one', 'payment_differs', aPurchase({ paymentId: 'pi_1' }), otherPayment],
    ['a refund in another currency', 'currency_differs', aPurchase(), reversalEvent({}, 'CNY')],
  ])('%s', (_what, code, purchase, event) => {
    expect(applyPaymentEvent(purchase, event, now)).toEqual({ ok: false, code });
  });
});
