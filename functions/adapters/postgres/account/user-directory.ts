import type { Kysely } from 'kysely';
import { maxFoundUsers } from '../../../../src/contract/users.ts';
import type { UserDirectory } from '../../../domain/account/account-store.ts';
import { mailboxOf } from '../../../domain/account/trial.ts';
import { entryStore } from '../ledger/entry-store.ts';
import { creditStore } from '../ledger/ledger-store.ts';
import type { Schema } from '../schema/schema.ts';

/** Finds users for services, and reads their ledgers. */
export function userDirectory(db: Kysely<Schema>): UserDirectory {
  return {
    ...creditStore(db),
    ...entryStore(db),
    subsOf: async (email) => {
      const mailbox = mailboxOf({ email, email_verified: true });
      if (mailbox === undefined) return [];
      const users = await db
        .selectFrom('users')
        .where('mailbox', '=', mailbox)
        .select('sub')
        .orderBy('sub')
        .limit(maxFoundUsers)
        .execute();
      return users.map(({ sub }) => sub);
    },
  };
}
