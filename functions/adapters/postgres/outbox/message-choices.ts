import type { Kysely, Transaction } from 'kysely';
import type { MessageTopic } from '../../../../src/contract/messages.ts';
import type { MessageChoiceStore } from '../../../domain/message/recipient.ts';
import { type StoreTools, systemTools } from '../connection/store-tools.ts';
import { transact } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';
import { topicsIn } from './recipients.ts';

/**
 * What users want to be told.
 *
 * @throws ContentionError when every attempt conflicted with other transactions
 */
export function messageChoices(
  db: Kysely<Schema>,
  { pacing }: StoreTools = systemTools,
): MessageChoiceStore {
  return {
    read: async (walletId) => {
      const row = await db
        .selectFrom('users')
        .innerJoin('wallets', 'wallets.id', 'users.wallet_id')
        .where('users.wallet_id', '=', walletId)
        .select(['unwanted_mail', 'own_low_mark', 'low_mark'])
        .executeTakeFirst();
      const { unwanted_mail = null, own_low_mark, low_mark } = row ?? {};
      return { unwanted: topicsIn(unwanted_mail), lowMark: own_low_mark ?? low_mark ?? undefined };
    },
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
