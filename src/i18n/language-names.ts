import type { Language } from '../contract/language.ts';

/** Each language by its own name, for whoever reads that one. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };
