import { defaultLanguage, type Language, languages } from '../contract/language.ts';

/** The parameter `language` of a page under `[...language]`: none for the default language. */
export function languageParam(language: Language): Language | undefined {
  return language === defaultLanguage ? undefined : language;
}

/** What `getStaticPaths` gives for a page that exists in every language under `[...language]`. */
export function languagePaths() {
  return languages.map((language) => ({
    params: { language: languageParam(language) },
    props: { language },
  }));
}
