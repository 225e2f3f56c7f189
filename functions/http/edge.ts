import type { Counts } from '../../src/contract/metrics.ts';
import type { Env } from '../env.ts';
import type { LogLine } from './log.ts';

/**
 * The surroundings of every function: settings, clock, log, and the database's errors and retries.
 */
export interface Edge<Line = LogLine> {
  readonly env: () => Env;
  readonly now: () => Date;
  readonly log: (line: Line) => void;
  /** Whether an error says that the data cannot be reached now, rather than that we have a bug. */
  readonly isUnavailable: (error: unknown) => boolean;
  /** Does work, and counts its events; read the counts after the work. */
  readonly counting: <Value>(work: () => Promise<Value>) => {
    readonly done: Promise<Value>;
    readonly counts: () => Counts;
  };
}

/** Computes a value at its first use; after an exception the next use tries again. */
export function once<Value>(compute: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined;
  return () => {
    cached ??= { value: compute() };
    return cached.value;
  };
}
