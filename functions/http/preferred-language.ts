import { defaultLanguage, isLanguage, type Language } from '../../src/contract/language.ts';
import { readWeighted } from './weighted.ts';

/**
 * Which of our languages a browser prefers (RFC 9110, section 12.5.4), the default one when it
 * names none of them. Regions and scripts don't matter: `zh-Hant-TW` is Chinese.
 */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const wanted = readWeighted(acceptLanguage)
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return wanted.map(({ name }) => name.split('-', 1)[0]).find(isLanguage) ?? defaultLanguage;
}
