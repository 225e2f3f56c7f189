/**
 * The languages of the product, the default one first (specification, section 9). To add one: its
 * code here, its record below, its dictionaries in `src/i18n/<code>/` and its content.
 */
export const languages = ['en', 'zh'] as const;

export type Language = (typeof languages)[number];

export const defaultLanguage = 'en' satisfies Language;

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

/** The name of the cookie in which a visitor's own choice of a language is kept. */
export const languageCookie = 'language';

/** Whether a value names a language of the product. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** Something made for each language. */
export function byLanguage<T>(make: (language: Language) => T): Readonly<Record<Language, T>> {
  const entries = languages.map((language) => [language, make(language)]);
  return Object.fromEntries(entries) as Record<Language, T>;
}

/** The languages that the switch leads to. */
export function otherLanguages(language: Language): readonly Language[] {
  return languages.filter((other) => other !== language);
}

/** The path of a page in a language: the default one has no prefix, the others have their name. */
export function localizedPath(path: string, language: Language): string {
  return language === defaultLanguage ? path : `/${language}${path}`;
}

/** The language of a path: that of its first segment, else the default one. */
export function languageOfPath(path: string): Language {
  const first = path.split(/[/?#]/, 2)[1];
  return isLanguage(first) ? first : defaultLanguage;
}
