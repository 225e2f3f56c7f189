import { defaultLanguage, type Language, languages, localizedPath } from '../contract/language.ts';

/** The parameter `language` of a page under `[...language]`: none for the default language. */
export function languageParam(language: Language): Language | undefined {
  return language === defaultLanguage ? undefined : language;
}

/** The paths of `getStaticPaths` for a page that exists in every language under `[...language]`. */
export function languagePaths() {
  return languages.map((language) => ({
    params: { language: languageParam(language) },
    props: { language },
  }));
}

/**
 * The absolute address of a path without a language prefix, in a language.
 * @param site the address of the site, as Astro has it from `SITE_ORIGIN`
 * @throws {TypeError} when there is none
 */
export function absoluteUrl(path: string, language: Language, site: URL | undefined): string {
  return new URL(localizedPath(path, language), site).href;
}
