import { expect, it } from 'vitest';
import { decimalPrice, moneyIn } from '../../../../../src/prerender/pricing/money.ts';

const price = { USD: 600_050, CNY: 42_000 };

it.each([
  ['en', 1, '$6,000.50'],
  ['zh', 1, '¥420'],
  ['zh', 2_000, '¥0.21'],
] as const)('in %s, a price in %i parts is %s', (language, parts, text) => {
  expect(moneyIn(language)(price, parts)).toBe(text);
});

it('machines read major units with all decimals', () => {
  expect(decimalPrice(price.USD, 'USD')).toBe('6000.50');
  expect(decimalPrice(5, 'CNY')).toBe('0.05');
});
