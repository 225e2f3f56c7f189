import * as z from 'zod/mini';
import { balanceSchema } from './credits.ts';
import { entriesQuerySchema, entriesSchema } from './entries.ts';
import { route } from './route.ts';
import { subjectSchema as sub } from './user.ts';

/** How many users of one mailbox are found: there may be one for each way to sign in. */
export const maxFoundUsers = 10;

/**
 * The address is in the body, because logs of proxies have the query. Other spellings of the same
 * mailbox find the same users (decision 0039).
 */
export const findUsersRequestSchema = z.object({
  email: z.string().check(z.minLength(1), z.maxLength(320)),
});

/** The users whose verified address it is; none for an address that nobody has, or that is none. */
export const foundUsersSchema = z.object({ users: z.array(z.object({ sub: z.string() })) });

export const findUsers = /* @__PURE__ */ route('findUsers', {
  summary: 'The users with a verified e-mail address',
  method: 'POST',
  path: '/api/users/find',
  file: 'lookup/find',
  caller: 'service-key',
  scope: 'users:find',
  body: findUsersRequestSchema,
  limit: 'lookup',
  replies: { 200: foundUsersSchema },
});

export const readUserCredits = /* @__PURE__ */ route('readUserCredits', {
  summary: 'A user’s balance and the lots it is made of',
  method: 'GET',
  path: '/api/users/credits',
  file: 'lookup/read-credits',
  caller: 'service-key',
  scope: 'balances:read',
  query: z.object({ sub }),
  refuses: ['user_not_found'],
  replies: { 200: balanceSchema },
});

export const userEntriesQuerySchema = z.extend(entriesQuerySchema, { sub });

export const listUserEntries = /* @__PURE__ */ route('listUserEntries', {
  summary: 'The entries of a user’s ledger, newest first',
  method: 'GET',
  path: '/api/users/entries',
  file: 'lookup/list-entries',
  caller: 'service-key',
  scope: 'entries:read',
  query: userEntriesQuerySchema,
  refuses: ['user_not_found'],
  replies: { 200: entriesSchema },
});

export const userRoutes = { findUsers, readUserCredits, listUserEntries };
