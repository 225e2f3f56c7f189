import type { FlowsApi } from '../../client/api/flows-api.ts';
import { type CreditLabels, type Formats, formatsOf } from '../../client/formats.ts';
import type { Language } from '../../contract/language.ts';
import { languageRecords } from '../../contract/language-records.ts';
import type { CardSize } from '../../drawing/card-options.ts';
import type catalogue from '../../i18n/en/flow-catalogue.json';
import type words from '../../i18n/en/flows.json';

/** The texts of the flows page, as the dictionaries have them, with some of the account's. */
export type FlowsLabels = (typeof words)['flows'] &
  CreditLabels & {
    readonly sessionFailed: string;
    /** Why a card cannot be drawn, what runs leave out, and the names of files, as flows say them. */
    readonly cardRefusals: (typeof catalogue)['cardRefusals'];
    readonly leftOut: (typeof catalogue)['leftOut'];
    readonly cardSizes: Readonly<Record<CardSize, string>>;
  };

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

/** The props that all parts of the flows page share. */
export interface PageProps {
  readonly api: FlowsApi;
  readonly labels: FlowsLabels;
  readonly format: FlowFormats;
  /** The prefix of the names of saved files. */
  readonly fileName: string;
}

/** For newcomers an input by the flow, with the address of a picture where it takes one. */
export type Examples = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** The formats of a language. */
export function flowFormats(language: Language, labels: CreditLabels): FlowFormats {
  const { numberLocale } = languageRecords[language];
  const tenths = new Intl.NumberFormat(numberLocale, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(numberLocale, { style: 'percent' });
  return {
    ...formatsOf(language, labels),
    language,
    size: sizeFormat(numberLocale),
    tenths: (number) => tenths.format(number),
    percent: (share) => percent.format(share),
  };
}

const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** Formats a number of bytes in decimal units: `812 byte`, `41.2 kB`, `3.5 MB`. */
function sizeFormat(locale: string): (bytes: number) => string {
  const formats = units.map((unit) => {
    const maximumFractionDigits = unit === 'byte' ? 0 : 1;
    return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits });
  });
  return (bytes) => {
    // 999,960 bytes must not become 1,000 kilobytes by rounding.
    const power = bytes < 1_000 ? 0 : bytes < 999_950 ? 1 : 2;
    return formats[power]?.format(bytes / 1_000 ** power) ?? '';
  };
}
