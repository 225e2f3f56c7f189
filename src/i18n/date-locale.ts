import type { Language } from '../contract/language.ts';

/** The BCP 47 tags under which dates are written: the English here is British, `20 November 2026`. */
export const dateLocale: Readonly<Record<Language, string>> = { en: 'en-GB', zh: 'zh' };
