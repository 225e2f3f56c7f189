/** How many calls may come from one caller: a bucket of tokens, of which each call takes one. */
export interface RateLimit {
  /** By what callers are told apart: each has a bucket of its own. */
  readonly per: 'address' | 'session' | 'service-key';
  /** Calls that may come at once, when there were none for a while. */
  readonly burstCalls: number;
  /** A token comes back after so many milliseconds, and then one after the other. */
  readonly refillMs: number;
}

/**
 * What a call can be counted against. The wrapper keeps the buckets in the database; a firewall
 * before it can be set by the same numbers.
 */
export const limits = {
  /** Checking an ID token and storing who signs in; a large office has one address. */
  ceremony: { per: 'address', burstCalls: 300, refillMs: 200 },
  /** What people press buttons for. */
  change: { per: 'session', burstCalls: 60, refillMs: 1_000 },
  /** Files with everything in them: the reads that cost the most. */
  download: { per: 'session', burstCalls: 20, refillMs: 6_000 },
  /** Asking what runs would cost, which people do again and again while they fill a form. */
  quote: { per: 'session', burstCalls: 60, refillMs: 1_000 },
  /** Runs, which take a processor for seconds; credits are the other limit. */
  run: { per: 'session', burstCalls: 60, refillMs: 2_000 },
  /** Services that we gave a key; one that runs wild must not take the others' turn. */
  service: { per: 'service-key', burstCalls: 5_000, refillMs: 1 },
  /** Access tokens, of which a page needs one every few minutes. */
  token: { per: 'session', burstCalls: 30, refillMs: 10_000 },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof limits;
