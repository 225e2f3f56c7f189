import { currencyRule } from '../contract/currencies.ts';
import type { Language } from '../contract/language.ts';
import { languageRecords } from '../contract/language-records.ts';

/**
 * Writes amounts of a currency for the readers of a language. A whole number of minor units is never
 * rounded: 199,950 is HUF 1,999.50, although people write forints without decimals.
 * @returns a function of an amount in Stripe's minor units (cents, fen), or of a part of one
 */
export function moneyFormat(
  language: Language,
  currency: string,
  trailingZeroDisplay: 'stripIfInteger' | 'auto' = 'stripIfInteger',
): (minor: number) => string {
  const decimals = decimalsOf(currency);
  const format = new Intl.NumberFormat(languageRecords[language].numberLocale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    trailingZeroDisplay,
  });
  const units = minorUnits(currency);
  return (minor) => format.format(minor / units);
}

/** How many minor units make one of the major units: 100 for all that have two decimals. */
export function minorUnits(currency: string): number {
  return 10 ** decimalsOf(currency);
}

/** A price in Stripe's minor units of its currency; no whole number when it has too many decimals. */
export function minorOf(price: number, currency: string): number {
  return Number((price * minorUnits(currency)).toFixed(4));
}

/** How many decimals a currency has in Stripe's amounts. */
export function decimalsOf(currency: string): number {
  return currencyRule(currency).decimals;
}
