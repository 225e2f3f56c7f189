import { expect, it, test } from 'vitest';
import { firstCurrency, packs } from '../../../../../src/contract/prices.ts';
import { moneyFormat } from '../../../../../src/i18n/money.ts';
import {
  cardRows,
  decimalPrice,
  moneyIn,
  offersStructuredData,
  savingOn,
} from '../../../../../src/prerender/pricing/prices.ts';

it.each([
  ['en', 1],
  ['zh', 1],
  ['zh', 2_000],
] as const)('in %s, a price in %i parts is in the currency of its pages', (language, parts) => {
  const [{ priceMinor }] = packs;
  const currency = firstCurrency(language);
  const text = moneyFormat(language, currency)(priceMinor[currency] / parts);
  expect(moneyIn(language)(priceMinor, parts)).toBe(text);
});

it('a price for machines has major units with all decimals', () => {
  expect(decimalPrice(600_050, 'USD')).toBe('6000.50');
  expect(decimalPrice(5, 'CNY')).toBe('0.05');
});

const small = { id: 'small', amountCredits: 100, priceMinor: { USD: 500, CNY: 3_500 } };
const large = { id: 'large', amountCredits: 500, priceMinor: { USD: 2_000, CNY: 10_500 } };

it('is how much cheaper a credit of the larger pack is, by currency', () => {
  expect(savingOn(large, small, 'USD')).toBeCloseTo(0.2);
  expect(savingOn(large, small, 'CNY')).toBeCloseTo(0.4);
});

it('is zero between packs with the same price of a credit', () => {
  expect(savingOn(small, small, 'USD')).toBe(0);
});

it('offers each pack in each currency, with the price as it is charged', () => {
  const url = 'https://mill.example/pricing/';
  const data = offersStructuredData(
    [{ id: 'small', amountCredits: 100, priceMinor: { USD: 499, CNY: 3_500 } }],
    {
      name: 'Mill credits',
      description: 'What they cost.',
      url,
      imageUrl: 'https://mill.example/og/en/default.png',
      brand: 'Mill',
      nameOf: ({ amountCredits }) => `Small: ${amountCredits} credits`,
    },
  );
  const offer = {
    '@type': 'Offer',
    name: 'Small: 100 credits',
    sku: 'small',
    availability: 'https://schema.org/InStock',
    url,
  };
  expect(data).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Mill credits',
    description: 'What they cost.',
    url,
    image: 'https://mill.example/og/en/default.png',
    brand: { '@type': 'Brand', name: 'Mill' },
    offers: [
      { ...offer, price: '4.99', priceCurrency: 'USD' },
      { ...offer, price: '35.00', priceCurrency: 'CNY' },
    ],
  });
});

test.each([
  [2, [2]],
  [3, [3]],
  [4, [4]],
  [5, [3, 2]],
  [6, [3, 3]],
  [7, [4, 3]],
  [9, [3, 3, 3]],
])('%i cards fill rows of %j', (cards, rows) => {
  expect(cardRows(cards)).toEqual(rows);
});
