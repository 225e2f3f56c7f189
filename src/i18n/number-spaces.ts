import type { Language } from '../contract/language.ts';
import { languageRecords } from '../contract/language-records.ts';

/**
 * Text with spaces between numbers and words, in the languages that set them apart. `Intl` writes
 * Chinese dates without these spaces, and readers expect them (`docs/chinese.md`).
 */
export function spaceNumbers(language: Language, text: string): string {
  return languageRecords[language].spacesNumbers
    ? text.replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, ' ')
    : text;
}
