import type { Language } from '../contract/language.ts';
import { languageRecords } from '../contract/language-records.ts';

/**
 * Writes amounts of a currency for the readers of a language.
 * @returns a function of an amount in minor units (cents, fen), or of a part of one
 */
export function moneyFormat(language: Language, currency: string): (minor: number) => string {
  const format = new Intl.NumberFormat(languageRecords[language].numberLocale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  const units = minorUnits(currency);
  return (minor) => format.format(minor / units);
}

/** How many minor units make one of the major units: 100 for all that have two decimals. */
export function minorUnits(currency: string): number {
  return 10 ** decimalsOf(currency);
}

/** How many decimals a currency has (ISO 4217). */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 0;
}
