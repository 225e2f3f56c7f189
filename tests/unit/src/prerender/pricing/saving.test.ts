import { expect, it } from 'vitest';
import type { Pack } from '../../../../../src/contract/prices.ts';
import { savingOn } from '../../../../../src/prerender/pricing/saving.ts';

const small: Pack = { id: 'small', amountCredits: 100, priceMinor: { USD: 500, CNY: 3_500 } };
const large: Pack = { id: 'large', amountCredits: 500, priceMinor: { USD: 2_000, CNY: 10_500 } };

it('says what a credit of the larger pack costs less, in each currency by itself', () => {
  expect(savingOn(large, small, 'USD')).toBeCloseTo(0.2);
  expect(savingOn(large, small, 'CNY')).toBeCloseTo(0.4);
});

it('is nothing between packs with the same price of a credit', () => {
  expect(savingOn(small, small, 'USD')).toBe(0);
});
