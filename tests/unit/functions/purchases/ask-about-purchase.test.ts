import { expect, test } from 'vitest';
import type {
  PaymentAnswer,
  PaymentEvent,
} from '../../../../functions/domain/purchase/payments.ts';
import type { StoredPurchase } from '../../../../functions/domain/purchase/purchase.ts';
import { askAboutPurchase } from '../../../../functions/purchases/ask-about-purchase.ts';
import { aPurchase, paidEvent, purchaseId } from '../../../support/purchases.ts';

const open: PaymentAnswer = { ok: true, events: [] };
const unpayable: PaymentAnswer = { ok: true, events: [], isUnpayable: true };
const paid: PaymentAnswer = { ok: true, events: [paidEvent()] };
const closed: PaymentEvent = { kind: 'progress', purchaseId, progress: 'closed' };

const { openUntil } = aPurchase();
const before = new Date(openUntil.getTime() - 1);

test.each<[string, PaymentAnswer, Date, Partial<StoredPurchase>, readonly PaymentEvent[]]>([
  ['without a page stays open until its time is over', unpayable, before, {}, []],
  ['without a page is closed when its time is over', unpayable, openUntil, {}, [closed]],
  ['without a charge stays open until then', unpayable, before, { card: 'pays' }, []],
  ['without a charge is closed then', unpayable, openUntil, { card: 'pays' }, [closed]],
  ['whose page can be paid stays open after its time', open, openUntil, {}, []],
  ['that was paid is paid after its time', paid, openUntil, {}, [paidEvent()]],
])('a purchase %s', async (_what, answer, now, changes, expected) => {
  const applied: PaymentEvent[] = [];
  const asked = await askAboutPurchase(
    purchaseId,
    { now, pauseMs: 0 },
    {
      purchases: {
        claim: async () => aPurchase(changes),
        apply: async (event) => {
          applied.push(event);
          return { ok: true, isGranted: event.kind === 'paid' };
        },
      },
      payments: { ask: async () => answer },
    },
  );
  expect(asked).toEqual({ ok: true, counts: answer === paid ? { Grants: 1 } : {} });
  expect(applied).toEqual(expected);
});
