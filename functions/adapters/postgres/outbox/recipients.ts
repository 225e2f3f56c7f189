import type { Kysely, Transaction } from 'kysely';
import { isLanguage } from '../../../../src/contract/language.ts';
import { type MessageTopic, messageTopics } from '../../../../src/contract/messages.ts';
import { mailboxOf, trialKeys } from '../../../domain/account/trial.ts';
import type {
  MessageChoiceStore,
  MessageChoices,
  Recipients,
} from '../../../domain/message/delivery.ts';
import { type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';

/**
 * Looks up a user's address, language and unwanted topics.
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
function topicsIn(text: string | null): readonly MessageTopic[] {
  const words = text?.split(' ') ?? [];
  return messageTopics.filter((topic) => words.includes(topic));
}

/**
 * Users' choices about messages.
 * @throws ContentionError when every attempt conflicted with other transactions
 */
export function messageChoices(
  db: Kysely<Schema>,
  { pacing }: StoreTools = systemTools,
): MessageChoiceStore {
  return {
    read: (walletId) => selectChoices(db, walletId),
    save: (walletId, { unwanted, lowMark, language }) =>
      transact(
        db,
        async (trx) => {
          await setUnwanted(trx, walletId, unwanted);
          const user = trx.updateTable('users').where('wallet_id', '=', walletId);
          await user.set({ language }).execute();
          const wallet = trx.updateTable('wallets').where('id', '=', walletId);
          if (lowMark !== undefined) await wallet.set({ own_low_mark: lowMark }).execute();
        },
        pacing,
      ),
    end: ({ walletId, topic }) =>
      transact(
        db,
        async (trx) => {
          const row = await trx
            .selectFrom('users')
            .where('wallet_id', '=', walletId)
            .select('unwanted_mail')
            .executeTakeFirst();
          const unwanted = new Set(topicsIn(row?.unwanted_mail ?? null)).add(topic);
          await setUnwanted(trx, walletId, [...unwanted]);
        },
        pacing,
      ),
  };
}

/** A user's choices about messages, and the language that they come in. */
export async function selectChoices(db: Kysely<Schema>, walletId: string): Promise<MessageChoices> {
  const row = await db
    .selectFrom('users')
    .innerJoin('wallets', 'wallets.id', 'users.wallet_id')
    .where('users.wallet_id', '=', walletId)
    .select(['unwanted_mail', 'own_low_mark', 'low_mark', 'language'])
    .executeTakeFirst();
  const { unwanted_mail = null, own_low_mark, low_mark, language } = row ?? {};
  const lowMark = own_low_mark ?? low_mark ?? undefined;
  return { unwanted: topicsIn(unwanted_mail), lowMark, language: language ?? undefined };
}

async function setUnwanted(
  trx: Transaction<Schema>,
  walletId: string,
  unwanted: readonly MessageTopic[],
): Promise<void> {
  await trx
    .updateTable('users')
    .where('wallet_id', '=', walletId)
    .set({ unwanted_mail: unwanted.join(' ') })
    .execute();
}
