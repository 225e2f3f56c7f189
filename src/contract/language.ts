/** The languages of the product, the default one first (specification, section 9). */
export const languages = ['en', 'zh'] as const;

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';

/** Whether a value names a language of the product. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The language of a path: that of its first segment, else the default one. */
export function languageOfPath(path: string): Language {
  const first = path.split(/[/?#]/, 2)[1];
  return isLanguage(first) ? first : defaultLanguage;
}
