import { listUserEntries } from '../../src/contract/users.ts';
import { userDirectory } from '../adapters/postgres/account/user-directory.ts';
import { forService, type ServiceHandler } from '../callers/for-service.ts';
import { userNotFound } from '../credits/command-refusal.ts';
import { entriesPage } from '../credits/entries-page.ts';

/**
 * Lists all entries of a user, as the user sees them. Entries of other services have the names of
 * these services; entries of operators have no name.
 */
export const list: ServiceHandler<
  typeof listUserEntries,
  { readonly users: Pick<ReturnType<typeof userDirectory>, 'list' | 'walletOf'> }
> = async ({ query, now }, { users }) => {
  const walletId = await users.walletOf(query.sub);
  if (walletId === undefined) return userNotFound;
  return entriesPage({ walletId, query, now }, users);
};

export const handler = forService(listUserEntries, list, (db) => ({ users: userDirectory(db) }));
