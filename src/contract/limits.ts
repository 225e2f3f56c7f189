/** The limit on calls of one caller: a bucket of tokens, of which each call takes one. */
export interface RateLimit {
  /** The property that tells callers apart: each has a bucket of its own. */
  readonly per: 'address' | 'session' | 'service-key';
  /** How many calls may come at once after a pause. */
  readonly burstCalls: number;
  /** The milliseconds after which one token comes back. */
  readonly refillMs: number;
}

/**
 * The limits. The wrapper stores the buckets in the database; a firewall can have the same numbers.
 */
export const limits = {
  /** Batches of a hundred commands: together as many commands as `service` allows. */
  batch: { per: 'service-key', burstCalls: 50, refillMs: 100 },
  /** Verifying an ID token and storing the sign-in; a large office has one address. */
  ceremony: { per: 'address', burstCalls: 300, refillMs: 200 },
  /** Calls behind buttons. */
  change: { per: 'session', burstCalls: 60, refillMs: 1_000 },
  /** Files with everything in them: the most expensive reads. */
  download: { per: 'session', burstCalls: 20, refillMs: 6_000 },
  /** Searches of a service for users: enough for each new customer, too few to try addresses. */
  lookup: { per: 'service-key', burstCalls: 300, refillMs: 1_000 },
  /** Quotes, which a page requests again and again while its user fills in a form. */
  quote: { per: 'session', burstCalls: 60, refillMs: 1_000 },
  /** Runs, which take a processor for seconds; credits are the other limit. */
  run: { per: 'session', burstCalls: 60, refillMs: 2_000 },
  /** Services with a key of ours; one that runs wild must not block the others. */
  service: { per: 'service-key', burstCalls: 5_000, refillMs: 1 },
  /** Access tokens, of which a page needs one every few minutes. */
  token: { per: 'session', burstCalls: 30, refillMs: 10_000 },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof limits;
