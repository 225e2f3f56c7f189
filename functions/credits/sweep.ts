import { database } from '../adapters/postgres/database.ts';
import { sweepStore } from '../adapters/postgres/sweep-store.ts';
import type { SweepStore } from '../domain/stores.ts';
import { type Run, scheduled } from '../http/scheduled.ts';

interface Deps {
  readonly sweeps: SweepStore;
}

/** Wallets that may fail before a run gives up: then it is not the wallets. */
const MAX_FAILURES = 10;

/**
 * Gives back the holds that nobody settled in time, lets lots run out (rule 5 of the ledger), and
 * forgets sessions that have expired and buckets that are full. Whoever reads or writes a wallet
 * does the first two as well; this is for the wallets that nobody looks at. A wallet that fails
 * keeps neither the others from their turn nor the rest from being done.
 */
export async function sweep(now: Date, { sweeps }: Deps): Promise<Run> {
  const due = await sweeps.dueWallets(now);
  const errors: unknown[] = [];
  for (const walletId of due) {
    if (errors.length === MAX_FAILURES) break;
    await sweeps.advance(walletId, now).catch((error: unknown) => errors.push(error));
  }
  const counts = { due: due.length, failed: errors.length };
  if (errors.length === MAX_FAILURES) return { counts, error: errors[0] };
  const sessions = await sweeps.forgetSessions(now);
  const all = { ...counts, sessions, buckets: await sweeps.forgetBuckets(now) };
  return errors.length > 0 ? { counts: all, error: errors[0] } : { counts: all };
}

export const handler = scheduled('sweep', sweep, (env) => ({ sweeps: sweepStore(database(env)) }));
