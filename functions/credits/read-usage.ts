import { database } from '../adapters/postgres/connection/database.ts';
import { usageStore } from '../adapters/postgres/ledger/entry-store.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import { periodStarts, type UsageStore, usageBuckets } from '../domain/ledger/usage.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';

interface Deps {
  readonly usage: UsageStore;
  readonly sessions: SessionStore;
}

/** What came and went of the caller's credits, by day, week or month in UTC, the oldest first. */
export const readUsage: Handler<'readUsage', Deps> = async ({ caller, query, now }, { usage }) => {
  const { by } = query;
  const starts = periodStarts(by, now);
  const wanted = { walletId: caller.account.walletId, by, first: starts[0], now };
  const course = await usage.read(wanted);
  return { status: 200, body: { by, buckets: [...usageBuckets(starts, course)] } };
};

export const handler = lambda('readUsage', readUsage, (env) => ({
  usage: usageStore(database(env)),
  sessions: sessionStore(database(env)),
}));
