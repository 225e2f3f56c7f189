import { readCredits } from '../../src/contract/credits.ts';
import { creditStore } from '../adapters/postgres/ledger/ledger-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import { balanceOf } from '../domain/ledger/balance-reply.ts';
import type { CreditStore } from '../domain/ledger/ledger-store.ts';
import type { Reply } from '../http/handler.ts';

interface Deps {
  readonly credits: Pick<CreditStore, 'read'>;
}

/** The balance of the caller, with the lots in the order in which they are spent. */
export async function read(
  { caller, now }: SessionRequest<typeof readCredits>,
  { credits }: Deps,
): Promise<Reply<typeof readCredits>> {
  const wallet = await credits.read(caller.account.walletId, now);
  return { status: 200, body: balanceOf(wallet, now) };
}

export const handler = forSession(readCredits, read, (db) => ({ credits: creditStore(db) }));
