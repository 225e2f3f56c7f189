import { readCredits } from '../../src/contract/credits.ts';
import { creditStore } from '../adapters/postgres/ledger/ledger-store.ts';
import { forSession, type SessionHandler } from '../callers/for-session.ts';
import { balanceOf } from '../domain/ledger/balance-reply.ts';
import type { CreditStore } from '../domain/ledger/ledger-store.ts';

/** The balance of the caller, with the lots in the order in which they are spent. */
export const read: SessionHandler<
  typeof readCredits,
  { readonly credits: Pick<CreditStore, 'read'> }
> = async ({ caller, now }, { credits }) => {
  const wallet = await credits.read(caller.account.walletId, now);
  return { status: 200, body: balanceOf(wallet, now) };
};

export const handler = forSession(readCredits, read, (db) => ({ credits: creditStore(db) }));
