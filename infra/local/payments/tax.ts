import { currencyRule } from '../../../src/contract/currencies.ts';
import type { Bill } from './account.ts';

/** The countries that a buyer can choose, with rates in thousandths: examples for trying. */
export const rates = { US: 0, CH: 77, DE: 190, GB: 200, SE: 250, HU: 270 } as const;

export type Country = keyof typeof rates;

/** The promotion codes that the account has, with the percentage that each takes off. */
export const codes = { THIRD: 33, HALF: 50, FREE: 100 } as const;

export function isCountry(value: string): value is Country {
  return Object.hasOwn(rates, value);
}

/** @returns the percentage of a code; 0 without one, and undefined for one that there is not */
export function percentOf(code: string): number | undefined {
  if (code === '') return 0;
  return Object.entries(codes).find(([name]) => name === code.toUpperCase())?.[1];
}

/** The buyer, as far as the page asks. */
export interface Buyer {
  readonly country: Country;
  readonly company: string;
  readonly taxId: string;
}

/**
 * The parts of a payment. A company with a tax id pays no tax: it owes the tax itself, as in a reverse
 * charge. Amounts are rounded half up, for each line, to what a charge may have in the currency.
 * Source: "Zero tax and reverse charges" and "Specify product tax codes and tax behavior" in
 * https://docs.stripe.com/tax; "Rounding rules for Stripe fees" has the table of a line's tax.
 */
export function taxed(
  price: {
    readonly amountMinor: number;
    readonly currency: string;
    readonly taxBehavior: 'inclusive' | 'exclusive';
  },
  { country, company, taxId }: Buyer,
  percent = 0,
): Bill {
  const { step } = currencyRule(price.currency);
  const shareOf = (amountMinor: number, part: number, of: number) =>
    step * Math.floor((2 * amountMinor * part + of * step) / (2 * of * step));
  const discountMinor = shareOf(price.amountMinor, percent, 100);
  const discounted = price.amountMinor - discountMinor;
  const rate = taxId === '' ? rates[country] : 0;
  const isExclusive = price.taxBehavior === 'exclusive';
  const taxMinor = shareOf(discounted, rate, isExclusive ? 1_000 : 1_000 + rate);
  const totalMinor = isExclusive ? discounted + taxMinor : discounted;
  return { country, company, taxId, discountMinor, taxMinor, totalMinor };
}

/**
 * The tax in a credit note: in proportion, and so that the notes of a whole invoice have all of its tax.
 * Source: https://docs.stripe.com/tax/invoicing/refunds.
 */
export function taxOfNote(
  { taxMinor, totalMinor }: Bill,
  before: { readonly amountMinor: number; readonly taxMinor: number },
  amountMinor: number,
): number {
  const upTo = before.amountMinor + amountMinor;
  return Math.floor((2 * upTo * taxMinor + totalMinor) / (2 * totalMinor)) - before.taxMinor;
}
