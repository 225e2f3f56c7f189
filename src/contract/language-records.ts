import { records } from '../languages.config.ts';
import { defaultLanguage, type Language } from './language.ts';

/** The facts about a language that the code needs. Its words are in `src/i18n/`. */
export interface LanguageRecord {
  /** The BCP 47 tag for HTML, feeds and search engines. */
  readonly tag: string;
  /** The BCP 47 tag under which numbers, shares and money are written. */
  readonly numberLocale: string;
  /** The BCP 47 tag under which dates are written. */
  readonly dateLocale: string;
  /** The currency that its readers see first, if packs are sold in it (ISO 4217). */
  readonly currency: string;
  /** The script (ISO 15924); the setting of cards and the cutting of texts depend on it. */
  readonly script: 'Latn' | 'Hans';
  /** Whether its text sets words and numbers apart, where `Intl` does not. */
  readonly spacesNumbers: boolean;
  /** The text between two sentences. */
  readonly sentenceGap: '' | ' ';
}

export const languageRecords: Readonly<Record<Language, LanguageRecord>> = records;

/** The name of a language in another one; in English, where none is given. */
export function languageName(language: Language, reader: Language = defaultLanguage): string {
  const names = new Intl.DisplayNames(languageRecords[reader].tag, { type: 'language' });
  return names.of(language) ?? language;
}

/** Text with spaces between numbers and words, which `Intl` leaves out (`docs/chinese.md`). */
export function spaceNumbers(language: Language, text: string): string {
  return languageRecords[language].spacesNumbers
    ? text.replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, ' ')
    : text;
}
