import type { Usage, UsageBucket, UsagePeriod } from '../../contract/usage.ts';

/** How many periods are shown at least, however young the account is. */
const leastShown: Readonly<Record<UsagePeriod, number>> = { day: 14, week: 12, month: 6 };

/** The periods worth showing: those before anything happened are left out, down to a few. */
export function shownBuckets({ by, buckets }: Usage): readonly UsageBucket[] {
  const first = buckets.findIndex((bucket) => !isIdle(bucket));
  const last = buckets.length - leastShown[by];
  return buckets.slice(Math.max(0, Math.min(first === -1 ? last : first, last)));
}

/** Whether there is nothing to show: no credits ever came. */
export function isEmpty({ buckets }: Usage): boolean {
  return buckets.every(isIdle);
}

function isIdle({ used, added, expired, refunded, balance }: UsageBucket): boolean {
  return [used, added, expired, refunded, balance].every((credits) => credits === 0);
}

/**
 * Which places of an axis get a label: the last one, and others before it at even distances, no
 * more than there is room for.
 */
export function labelledPlaces(count: number, maxLabels: number): readonly number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(1, maxLabels)));
  const places = Array.from(
    { length: Math.ceil(count / step) },
    (_, nth) => count - 1 - nth * step,
  );
  return places.reverse();
}
