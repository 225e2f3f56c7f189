import { defaultLanguage, type Language, languages } from '../contract/language.ts';

/** The path of a page in a language: the default one has no prefix, the others have their name. */
export function localizedPath(path: string, language: Language): string {
  return language === defaultLanguage ? path : `/${language}${path}`;
}

/** What `getStaticPaths` gives for a page that exists in every language under `[...language]`. */
export function languagePaths() {
  return languages.map((language) => ({
    params: { language: language === defaultLanguage ? undefined : language },
    props: { language },
  }));
}
