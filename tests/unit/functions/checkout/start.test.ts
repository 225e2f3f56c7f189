import { expect, test } from 'vitest';
import type { SessionRequest } from '../../../../functions/callers/for-session.ts';
import { start } from '../../../../functions/checkout/start.ts';
import type { Order, Payments } from '../../../../functions/domain/purchase/payments.ts';
import type { NewPurchase } from '../../../../functions/domain/purchase/purchase.ts';
import type { startCheckout } from '../../../../src/contract/checkout.ts';
import { currencies, packs } from '../../../../src/contract/prices.ts';
import { site } from '../../../../src/site.config.ts';
import { siteOrigin } from '../../../support/api-event.ts';
import { account, now, sessionCaller } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';
import { purchaseId } from '../../../support/purchases.ts';

type Body = SessionRequest<typeof startCheckout>['body'];

const [pack] = packs;
const soldCredits = pack.amountCredits.toLocaleString('en');
const [firstCurrency, otherCurrency = firstCurrency] = currencies;

/** Begins a purchase; records the steps in their order. */
async function begin(body: Body, opened: Awaited<ReturnType<Payments['openPage']>>) {
  const steps: unknown[] = [];
  const orders: Order[] = [];
  const begun: NewPurchase[] = [];
  const reply = await start(
    { ...plainRequest, body, caller: sessionCaller },
    {
      purchases: {
        begin: async (purchase) => {
          steps.push('begin');
          begun.push(purchase);
        },
        apply: async (event) => {
          steps.push(event);
          return { ok: true, isGranted: false };
        },
        storeSession: async (...stored) => void steps.push(stored),
        findOpen: async () => undefined,
      },
      payments: {
        openPage: async (order) => {
          steps.push('open');
          orders.push(order);
          return opened;
        },
        findPage: () => expect.fail('no page is open'),
      },
      newId: () => purchaseId,
      siteOrigin,
    },
  );
  return { reply, steps, order: orders[0], purchase: begun[0] };
}

const page = { ok: true, url: 'https://checkout.example/1', sessionId: 'cs_1' } as const;

test('a purchase is stored before its payment page exists, and the page’s id afterwards', async () => {
  const { reply, steps, purchase } = await begin({ pack: pack.id }, page);
  expect(steps).toEqual(['begin', 'open', [purchaseId, 'cs_1']]);
  expect(reply).toEqual({ status: 200, body: { url: page.url } });
  expect(purchase).toEqual({
    id: purchaseId,
    walletId: account.walletId,
    packId: pack.id,
    amountCredits: pack.amountCredits,
    currency: firstCurrency,
    amountMinor: pack.priceMinor[firstCurrency],
    createdAt: now,
    openUntil: new Date('2026-11-21T13:00:00Z'),
  });
});

test.each([
  [true, 'saves'],
  [false, undefined],
])('with saveCard %s the purchase %s its card', async (saveCard, card) => {
  const { order } = await begin({ pack: pack.id, saveCard }, page);
  expect(order?.purchase.card).toBe(card);
});

test.each([
  ['en', `${soldCredits} ${site.name} credits`, '/account/'],
  ['zh', `${soldCredits} ${site.name} 积分`, '/zh/account/'],
] as const)(
  'the page leads back to the account in the language %s',
  async (language, title, path) => {
    const { order } = await begin({ pack: pack.id, language, currency: otherCurrency }, page);
    expect(order).toMatchObject({
      title,
      language,
      email: 'ada@example.com',
      paidUrl: `${siteOrigin}${path}?purchase=${purchaseId}#purchases`,
      leftUrl: `${siteOrigin}${path}#packs`,
      purchase: { currency: otherCurrency, amountMinor: pack.priceMinor[otherCurrency] },
    });
  },
);

test('a purchase without a page is closed, and the caller is told to try again', async () => {
  const refusal = { ok: false, code: 'payments_unreachable', detail: 'Try again.' } as const;
  const { reply, steps } = await begin({ pack: pack.id }, refusal);
  expect(steps).toEqual(['begin', 'open', { kind: 'progress', purchaseId, progress: 'closed' }]);
  expect(reply).toEqual(refusal);
});
