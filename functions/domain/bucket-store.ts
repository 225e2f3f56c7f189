import type { RateLimit } from '../../src/contract/limits.ts';

/** Buckets of calls, by keys that tell nothing about whose they are. */
export interface BucketStore {
  /**
   * Takes a token at `now`, if there is one.
   *
   * @returns how long after `now` there will be one, in milliseconds; 0 when one was taken
   */
  consume(key: string, limit: RateLimit, now: Date): Promise<number>;
}
