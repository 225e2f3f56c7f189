import type { Language } from '../contract/language.ts';
import { languageRecords, spaceNumbers } from '../contract/language-records.ts';
import type { UsagePeriod } from '../contract/usage.ts';
import type account from '../i18n/en/account.json';
import { fill } from '../i18n/fill.ts';
import { moneyFormat } from '../i18n/money.ts';

/** The dictionaries' texts for an amount of credits. */
export type CreditLabels = Pick<(typeof account)['account'], 'credits'>;

/** Numbers and times as the readers of a language write them. Times come as RFC 3339. */
export interface Formats {
  readonly whole: (count: number) => string;
  /** With a plus or minus sign, unless it is 0. */
  readonly signed: (count: number) => string;
  /** A number of credits with its unit. */
  readonly credits: (count: number) => string;
  /** An amount in minor units. */
  readonly money: (minor: number, currency: string) => string;
  /** Names one after the other. */
  readonly list: (names: readonly string[]) => string;
  /** Sentences one after the other; those that are absent or empty leave no gap. */
  readonly sentences: (sentences: readonly (string | undefined)[]) => string;
  /** A day in the reader's time zone. */
  readonly day: (time: string) => string;
  /** A day and a time in the reader's time zone. */
  readonly moment: (time: string) => string;
  /** A time in UTC, which the ledger uses. */
  readonly utc: (time: string) => string;
  /** A period of usage, in UTC: short for an axis, long for a sentence. */
  readonly period: (by: UsagePeriod, start: string, length: 'short' | 'long') => string;
}

/** The formats of a language. */
export function formatsOf(language: Language, labels: CreditLabels): Formats {
  const { numberLocale, dateLocale, sentenceGap } = languageRecords[language];
  const number = new Intl.NumberFormat(numberLocale);
  const day = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'long' });
  const moment = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', timeStyle: 'short' });
  const names = new Intl.ListFormat(dateLocale, { style: 'narrow' });
  const periods = periodFormats(language);
  const whole = (count: number) => number.format(count);
  return {
    whole,
    signed: (count) => `${signOf(count)}${whole(Math.abs(count))}`,
    credits: (count) =>
      fill(count === 1 ? labels.credits.one : labels.credits.many, { number: whole(count) }),
    money: (minor, currency) => moneyFormat(language, currency)(minor),
    list: (list) => names.format(list),
    sentences: (sentences) => sentences.filter(Boolean).join(sentenceGap),
    day: (time) => spaceNumbers(language, day.format(new Date(time))),
    moment: (time) => spaceNumbers(language, moment.format(new Date(time))),
    utc: (time) => `${time.slice(0, 16).replace('T', ' ')} UTC`,
    period: (by, start, length) => periods[by === 'month' ? 'month' : length](new Date(start)),
  };
}

function signOf(count: number): string {
  if (count === 0) return '';
  return count > 0 ? '+' : '−';
}

function periodFormats(language: Language) {
  const { dateLocale } = languageRecords[language];
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(dateLocale, { ...options, timeZone: 'UTC' });
    return (date: Date) => format.format(date);
  };
  const long = formatter({ dateStyle: 'medium' });
  return {
    short: formatter({ day: 'numeric', month: 'short' }),
    long: (date: Date) => spaceNumbers(language, long(date)),
    month: formatter({ year: 'numeric', month: 'short' }),
  };
}
