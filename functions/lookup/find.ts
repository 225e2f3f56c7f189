import { findUsers } from '../../src/contract/users.ts';
import { userDirectory } from '../adapters/postgres/account/user-directory.ts';
import { forService, type ServiceRequest } from '../callers/for-service.ts';
import type { Reply } from '../http/handler.ts';

interface Deps {
  readonly users: Pick<ReturnType<typeof userDirectory>, 'subsOf'>;
}

/**
 * The users with a verified e-mail address: there may be one for each way to sign in. Only verified
 * ones count: somebody else could sign up with the address of a customer, and get what the service
 * grants to that customer. Every address that finds nobody has the same answer, so a caller cannot
 * tell the reasons apart. They are that nobody has it, that nobody has shown to have it, and that it
 * is no address.
 */
export async function find(
  { body }: ServiceRequest<typeof findUsers>,
  { users }: Deps,
): Promise<Reply<typeof findUsers>> {
  const subs = await users.subsOf(body.email);
  return { status: 200, body: { users: subs.map((sub) => ({ sub })) } };
}

export const handler = forService(findUsers, find, (db) => ({ users: userDirectory(db) }));
