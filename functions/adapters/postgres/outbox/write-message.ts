import type { Transaction } from 'kysely';
import type { Message } from '../../../../src/contract/messages.ts';
import { givenUpAfterMs } from '../../../domain/message/delivery.ts';
import type { NewId } from '../connection/store-tools.ts';
import { wakeAfterCommit } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';

/**
 * Writes a message in the transaction in which its event happens, so that it is sent if and only if
 * that is stored. Each receiver has a row of its own.
 */
export async function writeMessage(
  trx: Transaction<Schema>,
  walletId: string,
  { event, payload }: Message,
  { now, newId }: { readonly now: Date; readonly newId: NewId },
): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({
      id: newId(now),
      wallet_id: walletId,
      event,
      payload: JSON.stringify(payload),
      created_at: now,
      sent_at: null,
      receiver: `mail ${walletId}`,
      state: 'waiting',
      due_at: now,
      give_up_at: new Date(now.getTime() + givenUpAfterMs),
      tries: 0,
      failure: null,
    })
    .execute();
  wakeAfterCommit(trx);
}
