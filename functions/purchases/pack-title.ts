import { defaultLanguage, languages } from '../../src/contract/language.ts';
import { languageRecords } from '../../src/contract/language-records.ts';
import { fill } from '../../src/i18n/fill.ts';
import { purchaseWords } from '../../src/i18n/words.ts';
import { site } from '../../src/site.config.ts';

/** The name of so many credits, for the payment page, the invoice and the receipt. */
export function packTitle(amountCredits: number, locale: string): string {
  const language = languages.find((one) => one === locale) ?? defaultLanguage;
  const credits = amountCredits.toLocaleString(languageRecords[language].numberLocale);
  return fill(purchaseWords[language].title, { credits, site: site.name });
}
