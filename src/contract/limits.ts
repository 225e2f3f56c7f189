/** The windows of a cap, longest first: the life of a key, the calendar month and day in UTC. */
export const capWindows = ['life', 'month', 'day'] as const;

export type CapWindow = (typeof capWindows)[number];

/** A bucket of tokens, of which each call takes one. */
export interface Bucket {
  /** How many calls may come at once after a pause. */
  readonly burstCalls: number;
  /** The milliseconds after which one token comes back. */
  readonly refillMs: number;
  /** Whether a call passes uncounted when it conflicts with another one of the same caller. */
  readonly passesOnConflict?: true;
}

/** The limit on calls of one caller. */
export interface RateLimit extends Bucket {
  /** What tells callers apart: each has a bucket. A user has one wallet, however many sessions. */
  readonly per: 'address' | 'wallet' | 'service-key';
  /**
   * Whether all wallets behind one address share a bucket besides: where work comes before payment.
   */
  readonly shared?: true;
  /** The bucket of failures, which are work without payment. Empty, it stops a wallet's calls. */
  readonly failures?: Bucket;
}

/**
 * The limits. The wrapper stores the buckets in the database; a firewall can have the same numbers.
 */
export const limits = {
  /** Batches of a hundred commands: together as many commands as `service` allows. */
  batch: { per: 'service-key', burstCalls: 50, refillMs: 100, passesOnConflict: true },
  /**
   * Verifying an ID token and storing the sign-in. A large office has one address, and everybody
   * may come at nine. Afterwards one a second is enough for it. A farm of accounts wants trials,
   * which have a budget of their own (`functions/domain/account/trial.ts`).
   */
  ceremony: { per: 'address', burstCalls: 300, refillMs: 1_000 },
  /** Calls behind buttons. */
  change: { per: 'wallet', burstCalls: 60, refillMs: 1_000 },
  /** Files with everything in them: the most expensive reads. */
  download: { per: 'wallet', burstCalls: 20, refillMs: 6_000, shared: true },
  /** Searches of a service for users: enough for each new customer, too few to try addresses. */
  lookup: { per: 'service-key', burstCalls: 300, refillMs: 1_000 },
  /** Quotes, which a page requests again and again while its user fills in a form. */
  quote: { per: 'wallet', burstCalls: 60, refillMs: 1_000, shared: true },
  /** Runs, which take a processor for seconds; credits are the other limit, unless they fail. */
  run: {
    per: 'wallet',
    burstCalls: 60,
    refillMs: 2_000,
    shared: true,
    failures: { burstCalls: 10, refillMs: 60_000 },
  },
  /** Services with a key of ours; one that runs wild must not block the others. */
  service: { per: 'service-key', burstCalls: 5_000, refillMs: 1, passesOnConflict: true },
  /** Shared results, which whoever has a link reads, with a dozen files each. */
  shared: { per: 'address', burstCalls: 100, refillMs: 1_000 },
  /** Access tokens, of which a page needs one every few minutes. */
  token: { per: 'wallet', burstCalls: 30, refillMs: 10_000 },
} as const satisfies Record<string, RateLimit>;

/** An office has one address, and ten people there may call as fast as one may. */
const SHARED_FACTOR = 10;

/** The bucket that the wallets behind one address share. */
export function sharedBucket({ burstCalls, refillMs }: Bucket): Bucket {
  return { burstCalls: burstCalls * SHARED_FACTOR, refillMs: refillMs / SHARED_FACTOR };
}

export type LimitName = keyof typeof limits;
