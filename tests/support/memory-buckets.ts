import {
  type BucketStore,
  fullAfterCall,
  waitMs,
} from '../../functions/domain/session/rate-limit.ts';

interface MemoryBuckets extends BucketStore {
  /** When each used bucket will be full again, by its key. */
  readonly fullAt: ReadonlyMap<string, Date>;
}

/** Buckets in memory, by the same rule. */
export function memoryBuckets(): MemoryBuckets {
  const fullAt = new Map<string, Date>();
  return {
    fullAt,
    peek: async (key, limit, now) => waitMs(limit, now, fullAt.get(key) ?? now),
    consume: async (key, limit, now) => {
      const before = fullAt.get(key) ?? now;
      const wait = waitMs(limit, now, before);
      if (wait === 0) fullAt.set(key, fullAfterCall(limit, now, before));
      return wait;
    },
  };
}

/** Buckets that are always full: for callers who call more often than any caller may. */
export const endlessBuckets: BucketStore = { consume: async () => 0, peek: async () => 0 };
