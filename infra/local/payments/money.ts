import { type Language, languageRecords } from '../../../src/contract/language.ts';

/** An amount in minor units, in the language's format. */
export function money(amountMinor: number, currency: string, language: Language): string {
  const { numberLocale } = languageRecords[language];
  return new Intl.NumberFormat(numberLocale, { style: 'currency', currency }).format(
    amountMinor / 100,
  );
}
