import { allLanguages, hiddenLanguages } from '../languages.config.ts';

export { allLanguages };

export type Language = (typeof allLanguages)[number];

export const defaultLanguage = 'en' satisfies Language;

/** The languages that the product shows, the default one first. */
export const languages = /* @__PURE__ */ allLanguages.filter(
  (language) => language === defaultLanguage || !hiddenLanguages.includes(language),
);

/** Whether a value names a language of the product, shown or not. */
export function isLanguage(value: unknown): value is Language {
  return allLanguages.some((language) => language === value);
}

/** A value for each language. */
export type ByLanguage<T> = Readonly<Record<Language, T>>;

/** Makes a value for each language, shown or not. */
export function byLanguage<T>(make: (language: Language) => T): ByLanguage<T> {
  const entries = allLanguages.map((language) => [language, make(language)]);
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
