import { defaultLanguage, isLanguage, type Language } from '../../src/contract/language.ts';

/** Whether a caller names CSV and does not prefer JSON, also by a wildcard (RFC 9110, 12.5.1). */
export function acceptsCsv(accept: string | undefined): boolean {
  const ranges = readWeighted(accept);
  const weightOf = (type: string) => ranges.find(({ name }) => name === type)?.weight ?? 0;
  const weight = weightOf('text/csv');
  return weight > 0 && weight >= weightOf('application/json');
}

/** Our language that a browser prefers (RFC 9110, section 12.5.4), or else the default one. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const wanted = readWeighted(acceptLanguage)
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return wanted.map(({ name }) => name.split('-', 1)[0]).find(isLanguage) ?? defaultLanguage;
}

/** How much of a header is read, in characters. */
const MAX_HEADER_LENGTH = 500;

/** A value that a caller accepts, and its weight: from 0, not at all, to 1. */
interface Weighted {
  /** In lower case, without parameters. */
  readonly name: string;
  readonly weight: number;
}

/** The values of a header such as Accept with their weights (RFC 9110, 12.4.2); 0 for no number. */
export function readWeighted(header: string | undefined): readonly Weighted[] {
  const items = (header ?? '').slice(0, MAX_HEADER_LENGTH).toLowerCase().split(',');
  return items.map((item) => {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = quality === undefined ? 1 : Number(quality);
    return { name, weight: Number.isNaN(weight) ? 0 : weight };
  });
}
