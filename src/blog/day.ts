import type { Language } from '../contract/language.ts';
import { spaceNumbers } from '../i18n/number-spaces.ts';

const formats: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }),
  zh: new Intl.DateTimeFormat('zh', { dateStyle: 'long', timeZone: 'UTC' }),
};

/** A day as a reader of a language writes it: `November 20, 2026`, `2026 年 11 月 20 日`. */
export function dayIn(language: Language, date: Date): string {
  return spaceNumbers(language, formats[language].format(date));
}
