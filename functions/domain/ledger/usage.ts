import { DAY_MS } from '../../../src/contract/durations.ts';
import type { EntryKind } from '../../../src/contract/entries.ts';
import { type UsageBucket, type UsagePeriod, usageLength } from '../../../src/contract/usage.ts';

/** The sum of the entries of one kind in one period, in credits. */
export interface PeriodSum {
  /** When the period begins, in UTC. */
  readonly start: Date;
  readonly kind: EntryKind;
  readonly amountCredits: number;
}

/** The balance of a wallet, and the sums that lead to it. */
export interface BalanceHistory {
  readonly balanceCredits: number;
  readonly sums: readonly PeriodSum[];
}

/** The captures of one month that have a flow or a service, and a key, in common. */
export interface UseSum {
  /** When the month begins, in UTC. */
  readonly start: Date;
  readonly actor: string;
  /** The flow of a run; null for the work of a service. */
  readonly flowId: string | null;
  readonly keyId: string | null;
  readonly keyName: string | null;
  readonly charges: number;
  readonly usedCredits: number;
}

export interface UsageStore {
  /** Sums captures since `first`, the newest month first, and in it what used most. */
  uses(wanted: { readonly walletId: string; readonly first: Date }): Promise<readonly UseSum[]>;
  /** Reads the balance of a wallet as of `now`, and the sums of the periods from `first` on. */
  read(wanted: {
    readonly walletId: string;
    readonly by: UsagePeriod;
    readonly first: Date;
    readonly now: Date;
  }): Promise<BalanceHistory>;
}

/** The starts of the last periods in UTC, as many as the plot shows; the current one is last. */
export function periodStarts(by: UsagePeriod, now: Date): readonly [Date, ...Date[]] {
  const last = usageLength[by] - 1;
  const later = Array.from({ length: last }, (_, index) => periodStart(by, now, last - 1 - index));
  return [periodStart(by, now, last), ...later];
}

/** The start of the month that lies `ago` months before that of `now`, in UTC. */
export function monthStart(now: Date, ago: number): Date {
  return periodStart('month', now, ago);
}

/** The start of the period that lies `ago` periods before the period of `now`. */
function periodStart(by: UsagePeriod, now: Date, ago: number): Date {
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (by === 'month') return new Date(Date.UTC(year, month - ago, 1));
  const today = Date.UTC(year, month, date);
  if (by === 'day') return new Date(today - ago * DAY_MS);
  const daysSinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(today - (daysSinceMonday + 7 * ago) * DAY_MS);
}

/** The buckets of a plot. Balances are computed backwards from the present one. */
export function usageBuckets(
  starts: readonly Date[],
  { balanceCredits, sums }: BalanceHistory,
): readonly UsageBucket[] {
  const buckets = starts.map((start) => ({ start, used: 0, added: 0, expired: 0, refunded: 0 }));
  for (const { start, kind, amountCredits } of sums) {
    // A machine whose clock is ahead may have written an entry into a later period.
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

/** The field of each kind of entry. Holds and releases change no balance. */
const fields = {
  grant: 'added',
  refund_reversed: 'added',
  capture: 'used',
  expire: 'expired',
  refund: 'refunded',
  hold: undefined,
  release: undefined,
} as const satisfies Record<EntryKind, Exclude<keyof UsageBucket, 'start' | 'balance'> | undefined>;
