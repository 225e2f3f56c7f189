import { type CreditLabels, type Formats, formatsOf } from '../../client/formats.ts';
import { type Language, languageRecords } from '../../contract/language.ts';
import type words from '../../i18n/en/flows.json';

/** The texts of the flows page, as the dictionaries have them, with the account's for credits. */
export type FlowsLabels = (typeof words)['flows'] & CreditLabels;

/** Numbers, times and sizes as the readers of the page write them. */
export interface FlowFormats extends Formats {
  readonly language: Language;
  /** A number of bytes. */
  readonly size: (bytes: number) => string;
  /** A number with at most one decimal. */
  readonly tenths: (number: number) => string;
  /** A share of one, in whole percent. */
  readonly percent: (share: number) => string;
}

/** The formats of a language. */
export function flowFormats(language: Language, labels: CreditLabels): FlowFormats {
  const tenths = new Intl.NumberFormat(languageRecords[language].numberLocale, {
    maximumFractionDigits: 1,
  });
  const percent = new Intl.NumberFormat(languageRecords[language].numberLocale, {
    style: 'percent',
  });
  return {
    ...formatsOf(language, labels),
    language,
    size: sizeFormat(language),
    tenths: (number) => tenths.format(number),
    percent: (share) => percent.format(share),
  };
}

const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** Formats a number of bytes in decimal units: `812 byte`, `41.2 kB`, `3.5 MB`. */
function sizeFormat(language: Language): (bytes: number) => string {
  const formats = units.map(
    (unit) =>
      new Intl.NumberFormat(languageRecords[language].numberLocale, {
        style: 'unit',
        unit,
        maximumFractionDigits: unit === 'byte' ? 0 : 1,
      }),
  );
  return (bytes) => {
    // 999,960 bytes must not become 1,000 kilobytes by rounding.
    const power = bytes < 1_000 ? 0 : bytes < 999_950 ? 1 : 2;
    return formats[power]?.format(bytes / 1_000 ** power) ?? '';
  };
}
