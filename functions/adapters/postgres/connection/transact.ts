import { channel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { retriesChannel } from '../../../domain/ledger/ledger-store.ts';
import type { Schema } from '../schema/schema.ts';
import { ContentionError, errorCode } from './errors.ts';

/** How often a transaction is tried before the caller is told to come back later. */
export const MAX_ATTEMPTS = 15;

const retries = channel(retriesChannel);

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 320;

/** serialization_failure, which DSQL answers for its conflicts too, and deadlock_detected. */
const conflicts: ReadonlySet<string> = new Set(['40001', '40P01']);

/** What a pause between two attempts needs from outside. */
export interface Pacing {
  /** A number from 0 up to 1. */
  random(): number;
  wait(ms: number): Promise<void>;
}

export const systemPacing: Pacing = {
  random: () => Math.random(),
  wait: (ms) => sleep(ms),
};

/**
 * Runs work as one transaction at REPEATABLE READ, again from its beginning when it conflicted
 * with another. The work must do nothing but query, as it may run up to `MAX_ATTEMPTS` times.
 *
 * @throws ContentionError when every attempt conflicted; whatever the work throws, unchanged
 */
export function transact<T>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
  pacing: Pacing = systemPacing,
): Promise<T> {
  return untilNoConflict(
    () => db.transaction().setIsolationLevel('repeatable read').execute(work),
    pacing,
  );
}

/**
 * Runs a transaction, or one statement, which is one too, again as long as it conflicts.
 *
 * @throws ContentionError when every attempt conflicted; whatever the work throws, unchanged
 */
export async function untilNoConflict<T>(work: () => Promise<T>, pacing: Pacing): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new ContentionError(attempt, { cause: error });
    }
    retries.publish({ attempt });
    await pacing.wait(pauseMs(attempt, pacing.random()));
  }
}

/** Whether a transaction, or a statement, lost against another and may be tried again. */
export function isConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && conflicts.has(code);
}

/** Full jitter: anywhere below a ceiling that doubles, so that the losers do not meet again. */
function pauseMs(attempt: number, random: number): number {
  return random * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
}
