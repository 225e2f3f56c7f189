import { channel } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { retriesChannel } from '../../../domain/ledger/ledger-store.ts';
import type { Schema } from '../schema/schema.ts';
import { ContentionError, errorCode, isDatabaseUnavailable } from './errors.ts';

export const MAX_ATTEMPTS = 15;

const retries = channel(retriesChannel);

/** The channels of this process on which it is announced that a schedule has work. */
export const wakeChannels = { messages: channel('messages'), purchases: channel('purchases') };

type Sleeper = keyof typeof wakeChannels;

/** Transactions that have written something that a schedule carries out. */
const withWork = new WeakMap<object, Set<Sleeper>>();

/** A schedule in this process is woken after COMMIT, and the work need not wait for a minute. */
export function wakeAfterCommit(trx: Transaction<Schema>, schedule: Sleeper): void {
  withWork.set(trx, (withWork.get(trx) ?? new Set()).add(schedule));
}

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 320;

/** serialization_failure, which is also DSQL's code for conflicts, and deadlock_detected. */
const conflicts: ReadonlySet<string> = new Set(['40001', '40P01']);

/** Randomness and time for the pauses between attempts. */
export interface Pacing {
  /** A number from 0 up to 1. */
  random(): number;
  wait(ms: number): Promise<void>;
}

export const systemPacing: Pacing = { random: () => Math.random(), wait: (ms) => sleep(ms) };

/**
 * Runs work as one transaction at REPEATABLE READ, and runs it again when it conflicts with another
 * transaction. The work may run `MAX_ATTEMPTS` times, so it must only query.
 * @param isStored asks the database whether the work with that result is stored: for the case that
 *   the answer to COMMIT was lost
 * @throws ContentionError when every attempt conflicted; errors of the work pass unchanged
 */
export function transact<T>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
  pacing: Pacing = systemPacing,
  isStored: (result: T) => Promise<boolean> = async () => false,
): Promise<T> {
  return untilNoConflict(() => attempt(db, work, isStored), pacing);
}

/** Only COMMIT comes after the work. When it gets no answer, the transaction may be stored or not. */
async function attempt<T>(
  db: Kysely<Schema>,
  work: (trx: Transaction<Schema>) => Promise<T>,
  isStored: (result: T) => Promise<boolean>,
): Promise<T> {
  const results: { readonly value: T }[] = [];
  let woken: ReadonlySet<Sleeper> = new Set();
  const transaction = db.transaction().setIsolationLevel('repeatable read');
  try {
    const stored = await transaction.execute(async (trx) => {
      const value = await work(trx);
      results.push({ value });
      woken = withWork.get(trx) ?? woken;
      return value;
    });
    for (const schedule of woken) wakeChannels[schedule].publish({});
    return stored;
  } catch (error) {
    const [done] = results;
    if (!done || isConflict(error) || !isDatabaseUnavailable(error)) throw error;
    // A database that cannot say it either has the same fault as before.
    const stored = await isStored(done.value).catch(() => false);
    if (!stored) throw error;
    return done.value;
  }
}

/** Runs a transaction or a statement as `transact` does, and throws the same errors. */
export async function untilNoConflict<T>(
  work: () => Promise<T>,
  pacing: Pacing,
  maxAttempts = MAX_ATTEMPTS,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === maxAttempts) throw new ContentionError(attempt, { cause: error });
    }
    retries.publish({ attempt });
    // Full jitter below a limit that doubles, so that retries do not meet again.
    const limitMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
    await pacing.wait(pacing.random() * limitMs);
  }
}

/** Whether an error is a conflict with another transaction, after which a retry may succeed. */
export function isConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code !== undefined && conflicts.has(code);
}
