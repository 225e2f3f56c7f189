import { readUsage } from '../../src/contract/usage.ts';
import { usageStore } from '../adapters/postgres/ledger/entry-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import { periodStarts, type UsageStore, usageBuckets } from '../domain/ledger/usage.ts';
import type { Reply } from '../http/handler.ts';

interface Deps {
  readonly usage: Pick<UsageStore, 'read'>;
}

/** The credits that the caller gained and used, by day, week or month in UTC, the oldest first. */
export async function read(
  { caller, query: { by }, now }: SessionRequest<typeof readUsage>,
  { usage }: Deps,
): Promise<Reply<typeof readUsage>> {
  const starts = periodStarts(by, now);
  const wanted = { walletId: caller.account.walletId, by, first: starts[0], now };
  const course = await usage.read(wanted);
  return { status: 200, body: { by, buckets: [...usageBuckets(starts, course)] } };
}

export const handler = forSession(readUsage, read, (db) => ({ usage: usageStore(db) }));
