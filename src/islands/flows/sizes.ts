import { type Language, languageRecords } from '../../contract/language.ts';

const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** A number of bytes as people read it, in thousands: `812 byte`, `41.2 kB`, `3.5 MB`. */
export function sizeFormat(language: Language): (bytes: number) => string {
  const formats = units.map(
    (unit) =>
      new Intl.NumberFormat(languageRecords[language].numberLocale, {
        style: 'unit',
        unit,
        maximumFractionDigits: unit === 'byte' ? 0 : 1,
      }),
  );
  return (bytes) => {
    // Rounding must not make 999,960 bytes a thousand kilobytes.
    const place = bytes < 1_000 ? 0 : bytes < 999_950 ? 1 : 2;
    return formats[place]?.format(bytes / 1_000 ** place) ?? '';
  };
}

/** By how much something became smaller, as a share of what it was; below 0 it grew. */
export function saved(before: number, after: number): number {
  return before === 0 ? 0 : (before - after) / before;
}
