import { expect, test } from 'vitest';
import type { PaymentReports } from '../../../../functions/domain/purchase/payments.ts';
import type { ApplyResult } from '../../../../functions/domain/purchase/purchase-store.ts';
import { confirmPurchases } from '../../../../functions/schedules/confirm-purchases.ts';
import { now } from '../../../support/memory-stores.ts';
import { aPurchase, memoryRefunds, noTopUps, paidEvent } from '../../../support/purchases.ts';

type Report = Awaited<ReturnType<PaymentReports['ask']>>;

/** A run over three purchases, whose answers the test gives by id. */
async function runWith(answerTo: (id: string) => Report, applied: ApplyResult = granted) {
  const asked: string[] = [];
  const job = await confirmPurchases(now, {
    purchases: {
      listUnasked: async () => ['a', 'b', 'c'],
      claim: async (id) => aPurchase({ id }),
      apply: async () => applied,
    },
    payments: {
      ask: async ({ id }) => {
        asked.push(id);
        return answerTo(id);
      },
    },
    ...memoryRefunds(),
    ...noTopUps,
  });
  return { job, asked };
}

const granted: ApplyResult = { ok: true, isGranted: true };
const paid: Report = { ok: true, events: [paidEvent()] };

test('every purchase is asked about, and its credits are counted', async () => {
  const { job, asked } = await runWith(() => paid);
  expect(asked).toEqual(['a', 'b', 'c']);
  const numbers = { due: 3, refunds: 0, creditNotes: 0, topUps: 0, refusedTopUps: 0, failed: 0 };
  expect(job).toEqual({ numbers, counts: { Grants: 3, PaymentMismatches: 0, RefundsRefused: 0 } });
});

test('a purchase that fails stops no other', async () => {
  const error = new Error('malformed');
  const { job, asked } = await runWith((id) => {
    if (id === 'a') throw error;
    return paid;
  });
  expect(asked).toEqual(['a', 'b', 'c']);
  expect(job).toMatchObject({ numbers: { due: 3, failed: 1 }, counts: { Grants: 2 }, error });
});

test('a payment service that does not answer ends the run', async () => {
  const cause = new Error('no route');
  const failed = { ok: false, code: 'payments_unreachable', detail: 'Again.', cause } as const;
  const { job, asked } = await runWith(() => failed);
  expect(asked).toEqual(['a']);
  expect(job).toMatchObject({ numbers: { due: 3, failed: 1 }, error: cause });
});

test('a payment that was not ordered is counted for the alarm', async () => {
  const { job } = await runWith(() => paid, { ok: false, code: 'amount_differs' });
  expect(job.counts).toMatchObject({ Grants: 0, PaymentMismatches: 3 });
});
