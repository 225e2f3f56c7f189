import { readWeighted } from './weighted.ts';

/**
 * Whether a caller asks for CSV by name, and not more gladly for JSON (RFC 9110, section 12.5.1).
 * A range such as any type at all is content with JSON.
 */
export function acceptsCsv(accept: string | undefined): boolean {
  const ranges = readWeighted(accept);
  const weightOf = (type: string) => ranges.find(({ name }) => name === type)?.weight ?? 0;
  const weight = weightOf('text/csv');
  return weight > 0 && weight >= weightOf('application/json');
}
