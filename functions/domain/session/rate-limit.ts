import type { Bucket } from '../../../src/contract/limits.ts';

/*
 * A token bucket, stored as one time: `fullAt`, when the bucket is full again if nobody calls. Each
 * call adds the refill time of one token. A call that would move `fullAt` too far is refused. This
 * algorithm is the generic cell rate algorithm (ITU-T I.371, annex A). It is exact in whole
 * milliseconds, and no process has to fill the buckets.
 */

/**
 * When a bucket is full again after a call that passes at `now`. A bucket whose wait would be longer
 * than it takes to fill counts as one with a single token: only a clock that ran ahead leaves one.
 * @param fullAt when the bucket would have been full without the call; absent for a new bucket
 */
export function fullAfterCall(limit: Bucket, now: Date, fullAt: Date = now): Date {
  const after = new Date(Math.max(fullAt.getTime(), now.getTime()) + limit.refillMs);
  return after > farthestFullAt(limit, now) ? latestFullAt(limit, now) : after;
}

/** The latest `fullAt` that a call at `now` may lead to. */
export function latestFullAt(limit: Bucket, now: Date): Date {
  return new Date(now.getTime() + fillMs(limit));
}

/** The latest time that one of our clocks asks for, when it refuses a call at `now`. */
export function farthestFullAt(limit: Bucket, now: Date): Date {
  return new Date(now.getTime() + 2 * fillMs(limit));
}

/** How long an empty bucket takes to fill, in milliseconds: no caller waits for longer. */
export function fillMs({ burstCalls, refillMs }: Bucket): number {
  return burstCalls * refillMs;
}

/** How long a caller has to wait from `now` on, in whole milliseconds; 0 when a call passes now. */
export function waitMs(limit: Bucket, now: Date, fullAt: Date): number {
  const excessMs = fullAfterCall(limit, now, fullAt).getTime() - latestFullAt(limit, now).getTime();
  return Math.max(0, excessMs);
}

/** Stores buckets by keys that hide the callers. */
export interface BucketStore {
  /**
   * Takes a token at `now`, if the bucket has one.
   * @returns 0 when it took a token; otherwise how long until the next token, in milliseconds
   */
  consume(key: string, limit: Bucket, now: Date): Promise<number>;
  /** How long until a bucket has a token, in milliseconds; takes none. */
  peek(key: string, limit: Bucket, now: Date): Promise<number>;
}
