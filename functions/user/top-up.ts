import { readTopUp } from '../../src/contract/top-up.ts';
import { topUpStore } from '../adapters/postgres/purchase/saved-cards.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { TopUpStore } from '../domain/purchase/top-up.ts';
import type { Reply } from '../http/handler.ts';

/**
 * Answers when packs are bought by themselves for the caller: whether a card is saved, the rule, and what
 * it has spent this month.
 */
export async function read(
  { caller, now }: SessionRequest<typeof readTopUp>,
  topUps: Pick<TopUpStore, 'read'>,
): Promise<Reply<typeof readTopUp>> {
  return {
    status: 200,
    body: await topUps.read(caller.account.walletId, now),
  };
}

export const handler = forSession(readTopUp, read, (db) => topUpStore(db));
