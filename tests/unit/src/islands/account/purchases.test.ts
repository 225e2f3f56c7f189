import { expect, it } from 'vitest';
import { formatsOf } from '../../../../../src/client/formats.ts';
import { type PurchaseState, purchaseStates } from '../../../../../src/contract/checkout.ts';
import { packName, packs } from '../../../../../src/contract/prices.ts';
import en from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import { paymentParts, purchaseDetail } from '../../../../../src/islands/account/Purchases.tsx';

const format = formatsOf('en', en.account);

const sold = {
  ...{ id: 'a', pack: 'medium', credits: 500, amountMinor: 2_000, currency: 'USD', createdAt: '' },
  ...{ automatic: false, payable: false, takenBackMinor: 250, takenBackCredits: 62 },
};

function detail(state: PurchaseState) {
  return purchaseDetail({ ...sold, state }, en.account.purchases, format);
}

it.each([
  ['partly_refunded', '$2.50 refunded, 62 credits taken back'],
  ['refunded', '$2.50 refunded, 62 credits taken back'],
  ['disputed', '62 credits taken back; the bank decides'],
  ['dispute_lost', '62 credits taken back'],
  ['paid', undefined],
  ['pending', undefined],
] as const)('a purchase that is %s has the detail «%s»', (state, text) => {
  expect(detail(state)).toBe(text);
});

it('every state has a text', () => {
  expect(Object.keys(en.account.purchases.states)).toEqual([...purchaseStates]);
});

it('a pack that is no longer sold has its id as its name', () => {
  const [sold] = packs;
  expect(packName(sold.id, 'en')).toBe(sold.names.en);
  expect(packName('brook', 'en')).toBe('brook');
});

it.each([
  [undefined, []],
  [{ discountMinor: 0, taxMinor: 380, totalMinor: 2_380 }, ['$23.80 paid, $3.80 of it tax']],
  [{ discountMinor: 2_000, taxMinor: 0, totalMinor: 0 }, ['$20.00 off', '$0.00 paid']],
])('a payment of %o says its parts', (bill, said) => {
  const purchase = { ...sold, state: 'paid', ...(bill && { bill }) } as const;
  const shown = paymentParts(purchase, en.account.purchases, format);
  expect(shown.map((part) => part.replaceAll('.00', ''))).toEqual(
    said.map((part) => part.replaceAll('.00', '')),
  );
});
