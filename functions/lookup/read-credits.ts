import { readUserCredits } from '../../src/contract/users.ts';
import { userDirectory } from '../adapters/postgres/account/user-directory.ts';
import { forService, type ServiceRequest } from '../callers/for-service.ts';
import { userNotFound } from '../credits/command-refusal.ts';
import { balanceOf } from '../domain/ledger/balance-reply.ts';
import type { Reply } from '../http/handler.ts';

interface Deps {
  readonly users: Pick<ReturnType<typeof userDirectory>, 'read' | 'walletOf'>;
}

/**
 * The balance of a user, as the user sees it. Due expiries count, and are stored by the next command
 * of the wallet.
 */
export async function read(
  { query, now }: ServiceRequest<typeof readUserCredits>,
  { users }: Deps,
): Promise<Reply<typeof readUserCredits>> {
  const walletId = await users.walletOf(query.sub);
  if (walletId === undefined) return userNotFound;
  return { status: 200, body: balanceOf(await users.read(walletId, now), now) };
}

export const handler = forService(readUserCredits, read, (db) => ({ users: userDirectory(db) }));
