import type { Kysely } from 'kysely';
import { isLanguage } from '../../../../src/contract/language.ts';
import { type MessageTopic, messageTopics } from '../../../../src/contract/messages.ts';
import { mailboxOf, trialKeys } from '../../../domain/account/trial.ts';
import type { Recipients } from '../../../domain/message/recipient.ts';
import type { Schema } from '../schema/schema.ts';

/**
 * Who is told, where and about what.
 *
 * @param secret the key of the fingerprints: a mailbox that takes no mail is known by nothing else
 */
export function recipients(db: Kysely<Schema>, secret: string): Recipients {
  return {
    find: async (walletId) => {
      const row = await db
        .selectFrom('users')
        .where('wallet_id', '=', walletId)
        .select(['email', 'email_verified', 'name', 'locale', 'language', 'unwanted_mail'])
        .executeTakeFirst();
      if (!row) return undefined;
      const { email, email_verified, language, locale } = row;
      const isVerified = email !== null && email_verified === true;
      const address = isVerified && mailboxOf({ email, email_verified }) ? email : undefined;
      const known = [language, locale?.split('-')[0]].find(isLanguage);
      return {
        ...(address === undefined ? {} : { address }),
        ...(row.name === null ? {} : { name: row.name }),
        ...(known === undefined ? {} : { language: known }),
        unwanted: topicsIn(row.unwanted_mail),
      };
    },
    isStopped: async (address) => {
      const keys = trialKeys(address, secret);
      if (keys === undefined) return true;
      const row = await db
        .selectFrom('stopped_mailboxes')
        .where('key', '=', keys.key)
        .select('key')
        .executeTakeFirst();
      return row !== undefined;
    },
    stop: async (address, reason, now) => {
      const keys = trialKeys(address, secret);
      if (keys === undefined) return;
      await db
        .insertInto('stopped_mailboxes')
        .values({ key: keys.key, reason, stopped_at: now })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute();
    },
  };
}

/** The topics in a column; others may be from another version. */
export function topicsIn(text: string | null): readonly MessageTopic[] {
  const words = text?.split(' ') ?? [];
  return messageTopics.filter((topic) => words.includes(topic));
}
