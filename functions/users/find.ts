import { findUsers } from '../../src/contract/users.ts';
import { userDirectory } from '../adapters/postgres/account/user-directory.ts';
import { forService, type ServiceHandler } from '../callers/for-service.ts';

/**
 * The users with a verified e-mail address: there may be one for each way to sign in. Only verified
 * ones count: somebody else could sign up with the address of a customer, and get what the service
 * grants to that customer. Every address that finds nobody has the same answer, so a caller cannot
 * tell the reasons apart. They are that nobody has it, that nobody has shown to have it, and that it
 * is no address.
 */
export const find: ServiceHandler<
  typeof findUsers,
  { readonly users: Pick<ReturnType<typeof userDirectory>, 'subsOf'> }
> = async ({ body }, { users }) => {
  const subs = await users.subsOf(body.email);
  return { status: 200, body: { users: subs.map((sub) => ({ sub })) } };
};

export const handler = forService(findUsers, find, (db) => ({ users: userDirectory(db) }));
