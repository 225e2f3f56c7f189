import { type Language, languageRecords } from '../../contract/language.ts';
import type { Currency, Pack } from '../../contract/prices.ts';
import { decimalsOf, minorUnits, moneyFormat } from '../../i18n/money.ts';

/**
 * Writes prices for the readers of a language, in the currency of its pages.
 * @returns a function of a price and of the number of parts of which it names one, if not the whole
 */
export function moneyIn(language: Language): (price: Pack['priceMinor'], parts?: number) => string {
  const currency = languageRecords[language].currency;
  const write = moneyFormat(language, currency);
  return (price, parts = 1) => write(price[currency] / parts);
}

/** A price as machines read it: major units with a point and all decimals, such as `20.00`. */
export function decimalPrice(priceMinor: number, currency: Currency): string {
  return (priceMinor / minorUnits(currency)).toFixed(decimalsOf(currency));
}
