import { type CreditLabels, type Formats, formatsOf } from '../../client/formats.ts';
import { type Language, languageRecords } from '../../contract/language.ts';
import { sizeFormat } from './sizes.ts';

/** Numbers, times and sizes as the readers of the page write them. */
export interface FlowFormats extends Formats {
  readonly language: Language;
  /** A number of bytes. */
  readonly size: (bytes: number) => string;
  /** A number with one decimal where it has any. */
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
