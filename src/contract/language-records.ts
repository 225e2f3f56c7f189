import type { Language } from './language.ts';

/** What the code has to know of a language. Its words are in `src/i18n/`. */
export interface LanguageRecord {
  /** Its name in every language, by their codes: its own name for its readers, and for others. */
  readonly names: Readonly<Record<Language, string>>;
  /** As HTML, feeds and search engines want it named (BCP 47). */
  readonly tag: string;
  /** The BCP 47 tag under which numbers, shares and money are written. */
  readonly numberLocale: string;
  /** The BCP 47 tag under which dates are written. */
  readonly dateLocale: string;
  /** In what its readers see prices first (ISO 4217). */
  readonly currency: 'USD' | 'CNY';
  /** What its text is written in (ISO 15924); cards are set and texts are cut by it. */
  readonly script: 'Latn' | 'Hans';
  /** Whether its text sets words and the numbers beside them apart, where `Intl` does not. */
  readonly spacesNumbers: boolean;
  /** What stands between two sentences. */
  readonly sentenceGap: '' | ' ';
}

export const languageRecords: Readonly<Record<Language, LanguageRecord>> = {
  en: {
    names: { en: 'English', zh: '英文' },
    tag: 'en',
    numberLocale: 'en',
    // British: `20 November 2026`.
    dateLocale: 'en-GB',
    currency: 'USD',
    script: 'Latn',
    spacesNumbers: false,
    sentenceGap: ' ',
  },
  zh: {
    names: { en: 'Chinese', zh: '中文' },
    // Simplified.
    tag: 'zh-CN',
    numberLocale: 'zh',
    dateLocale: 'zh',
    currency: 'CNY',
    script: 'Hans',
    spacesNumbers: true,
    sentenceGap: '',
  },
};
