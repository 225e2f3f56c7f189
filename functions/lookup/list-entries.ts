import { listUserEntries } from '../../src/contract/users.ts';
import { userDirectory } from '../adapters/postgres/account/user-directory.ts';
import { forService, type ServiceRequest } from '../callers/for-service.ts';
import { userNotFound } from '../credits/command-refusal.ts';
import { entriesPage } from '../credits/entries-page.ts';
import type { Reply } from '../http/handler.ts';

interface Deps {
  readonly users: Pick<ReturnType<typeof userDirectory>, 'list' | 'walletOf'>;
}

/**
 * Lists all entries of a user, as the user sees them. Entries of other services have the names of
 * these services; entries of operators have no name.
 */
export async function list(
  { query, now }: ServiceRequest<typeof listUserEntries>,
  { users }: Deps,
): Promise<Reply<typeof listUserEntries>> {
  const walletId = await users.walletOf(query.sub);
  if (walletId === undefined) return userNotFound;
  return entriesPage({ walletId, query, now }, users);
}

export const handler = forService(listUserEntries, list, (db) => ({ users: userDirectory(db) }));
