import { listUserEntries } from '../../src/contract/users.ts';
import { userDirectory } from '../adapters/postgres/account/user-directory.ts';
import { forService, type ServiceHandler } from '../callers/for-service.ts';
import { userNotFound } from '../credits/command-refusal.ts';
import { entriesPage } from '../credits/entries-page.ts';

/**
 * The entries of a user, as the user sees them: also those of other services, by their names, and of
 * operators, who have none.
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
