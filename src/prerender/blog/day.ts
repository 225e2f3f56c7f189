import { byLanguage, type Language, languageRecords } from '../../contract/language.ts';
import { spaceNumbers } from '../../i18n/number-spaces.ts';

const formats = byLanguage(longDay);

/** A day as a reader of a language writes it, in English `20 November 2026`. */
export function dayIn(language: Language, date: Date): string {
  return spaceNumbers(language, formats[language].format(date));
}

function longDay(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(languageRecords[language].dateLocale, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
}
