import type { Language } from '../contract/language.ts';

const formats: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }),
  zh: new Intl.DateTimeFormat('zh', { dateStyle: 'long', timeZone: 'UTC' }),
};

/**
 * A day as a reader of a language writes it: `November 20, 2026`, `2026 年 11 月 20 日`. Numbers in
 * Chinese text have spaces around them (`docs/chinese.md`).
 */
export function dayIn(language: Language, date: Date): string {
  const day = formats[language].format(date);
  return language === 'zh' ? day.replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, ' ') : day;
}
