import type { RateLimit } from '../../../src/contract/limits.ts';

/*
 * A token bucket as one time, `fullAt`: when it will be full again if nobody calls. Each call puts
 * that time off by the time that a token takes to come back, and a call that would put it off too
 * far is one too many. This is the generic cell rate algorithm (ITU-T I.371, annex A): exact in
 * whole milliseconds, and nothing has to run for the bucket to fill.
 */

/**
 * When a bucket is full again after a call that passes at `now`.
 *
 * @param fullAt when it was to be full before the call; left out for one that nobody used yet
 */
export function fullAfterCall({ refillMs }: RateLimit, now: Date, fullAt: Date = now): Date {
  return new Date(Math.max(fullAt.getTime(), now.getTime()) + refillMs);
}

/** The latest time at which a bucket may be full again after a call at `now`. */
export function latestFullAt({ burstCalls, refillMs }: RateLimit, now: Date): Date {
  return new Date(now.getTime() + burstCalls * refillMs);
}

/** How long after `now` a call passes, in whole milliseconds; 0 when it passes at once. */
export function waitMs(limit: RateLimit, now: Date, fullAt: Date): number {
  const excessMs = fullAfterCall(limit, now, fullAt).getTime() - latestFullAt(limit, now).getTime();
  return Math.max(0, excessMs);
}

/** Buckets of calls, by keys that tell nothing about whose they are. */
export interface BucketStore {
  /**
   * Takes a token at `now`, if there is one.
   *
   * @returns how long after `now` there will be one, in milliseconds; 0 when one was taken
   */
  consume(key: string, limit: RateLimit, now: Date): Promise<number>;
}
