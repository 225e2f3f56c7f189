import { type Language, languageRecords } from '../../../src/contract/language.ts';

/** An amount in minor units, as people write it. */
export function money(amountMinor: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(languageRecords[language].numberLocale, {
    style: 'currency',
    currency,
  });
  return format.format(amountMinor / 100);
}
