import type { Language } from '../contract/language.ts';

/**
 * Text with spaces between numbers and Chinese words, as `docs/chinese.md` has it: `Intl` writes
 * `2026年11月20日`, readers here see `2026 年 11 月 20 日`. English stays as it is.
 */
export function spaceNumbers(language: Language, text: string): string {
  return language === 'zh' ? text.replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, ' ') : text;
}
