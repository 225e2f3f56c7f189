import { readUsage } from '../../src/contract/usage.ts';
import { usageStore } from '../adapters/postgres/ledger/entry-store.ts';
import { forSession, type SessionHandler } from '../callers/for-session.ts';
import { periodStarts, type UsageStore, usageBuckets } from '../domain/ledger/usage.ts';

/** The credits that the caller gained and used, by day, week or month in UTC, the oldest first. */
export const read: SessionHandler<typeof readUsage, { readonly usage: UsageStore }> = async (
  { caller, query: { by }, now },
  { usage },
) => {
  const starts = periodStarts(by, now);
  const wanted = { walletId: caller.account.walletId, by, first: starts[0], now };
  const course = await usage.read(wanted);
  return { status: 200, body: { by, buckets: [...usageBuckets(starts, course)] } };
};

export const handler = forSession(readUsage, read, (db) => ({ usage: usageStore(db) }));
