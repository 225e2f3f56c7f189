/**
 * The middle one of some numbers; of an even count the mean of the two in the middle.
 *
 * @throws {RangeError} when there are none
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half];
  const lower = sorted[sorted.length - 1 - half];
  if (upper === undefined || lower === undefined) throw new RangeError('A median of nothing.');
  return (lower + upper) / 2;
}

/**
 * The number below which a share of the numbers lies, or the nearest number above it.
 *
 * @param share from 0 to 1
 * @throws {RangeError} when there are none
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new RangeError('A percentile of nothing.');
  return value;
}

/**
 * How many times the second number the first one is.
 *
 * @returns `undefined` when the second number is 0, so that there is no ratio
 */
export function ratio(value: number, base: number): number | undefined {
  return base === 0 ? undefined : value / base;
}
