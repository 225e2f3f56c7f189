import type { Language } from '../contract/language.ts';

const tags: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-CN' };

/** A language as HTML, feeds and search engines want it named (BCP 47): Chinese is Simplified. */
export function languageTag(language: Language): string {
  return tags[language];
}
