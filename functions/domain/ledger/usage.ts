import { DAY_MS } from '../../../src/contract/durations.ts';
import type { EntryKind } from '../../../src/contract/entries.ts';
import { type UsageBucket, type UsagePeriod, usageLength } from '../../../src/contract/usage.ts';

/** What entries of one kind changed the balance by in one period, in credits. */
export interface PeriodSum {
  /** When the period begins, in UTC. */
  readonly start: Date;
  readonly kind: EntryKind;
  readonly amountCredits: number;
}

/** What has become of a wallet's balance. */
export interface BalanceHistory {
  readonly balanceCredits: number;
  readonly sums: readonly PeriodSum[];
}

export interface UsageStore {
  /** The balance of a wallet as of `now`, and the sums of the periods from `first` on. */
  read(wanted: {
    readonly walletId: string;
    readonly by: UsagePeriod;
    readonly first: Date;
    readonly now: Date;
  }): Promise<BalanceHistory>;
}

/** When the last periods of a kind begin, in UTC, the current one last. */
export function periodStarts(by: UsagePeriod, now: Date): readonly [Date, ...Date[]] {
  const last = usageLength[by] - 1;
  const later = Array.from({ length: last }, (_, index) => periodStart(by, now, last - 1 - index));
  return [periodStart(by, now, last), ...later];
}

/** When the period of `now` begins, or one so many periods before it. */
function periodStart(by: UsagePeriod, now: Date, ago: number): Date {
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (by === 'month') return new Date(Date.UTC(year, month - ago, 1));
  const today = Date.UTC(year, month, date);
  if (by === 'day') return new Date(today - ago * DAY_MS);
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(today - (daysSinceMonday + 7 * ago) * DAY_MS);
}

/**
 * The buckets of a plot. The balances are counted back from the present one, so the last is what
 * the page shows as the balance, and no entry from before the first period has to be read.
 */
export function usageBuckets(
  starts: readonly Date[],
  { balanceCredits, sums }: BalanceHistory,
): readonly UsageBucket[] {
  const buckets = starts.map((start) => ({ start, used: 0, added: 0, expired: 0, refunded: 0 }));
  for (const { start, kind, amountCredits } of sums) {
    // A clock that is ahead may have written an entry into a period that has not begun.
    const bucket = buckets.findLast((one) => one.start <= start);
    const field = fields[kind];
    if (bucket && field) bucket[field] += Math.abs(amountCredits);
  }
  let balance = balanceCredits;
  return buckets
    .toReversed()
    .map(({ start, ...changes }) => {
      const bucket = { start: start.toISOString(), ...changes, balance };
      balance -= changes.added - changes.used - changes.expired - changes.refunded;
      return bucket;
    })
    .toReversed();
}

/** Where each kind counts; to hold credits and to let them go changes no balance. */
const fields = {
  grant: 'added',
  refund_reversed: 'added',
  capture: 'used',
  expire: 'expired',
  refund: 'refunded',
  hold: undefined,
  release: undefined,
} as const satisfies Record<EntryKind, Exclude<keyof UsageBucket, 'start' | 'balance'> | undefined>;
