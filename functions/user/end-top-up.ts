import { endTopUp } from '../../src/contract/top-up.ts';
import { topUpStore } from '../adapters/postgres/purchase/saved-cards.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { TopUpStore } from '../domain/purchase/top-up.ts';
import type { Reply } from '../http/handler.ts';

/**
 * Ends the caller's rule at once. The schedule `purchases` removes the card at the payment service
 * afterwards, and tries until that is done, also where the service does not answer for a while.
 * Without a card nothing happens, and that is no error.
 */
export async function end(
  { caller, now }: SessionRequest<typeof endTopUp>,
  topUps: Pick<TopUpStore, 'end'>,
): Promise<Reply<typeof endTopUp>> {
  await topUps.end(caller.account.walletId, now);
  return { status: 204 };
}

export const handler = forSession(endTopUp, end, (db) => topUpStore(db));
