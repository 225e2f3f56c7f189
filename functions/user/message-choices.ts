import { readMessageChoices } from '../../src/contract/messages.ts';
import { messageChoices } from '../adapters/postgres/outbox/recipients.ts';
import { forSession, type SessionHandler } from '../callers/for-session.ts';
import type { MessageChoiceStore } from '../domain/message/delivery.ts';

/** The caller's choice of messages, and the balance for a warning. */
export const read: SessionHandler<
  typeof readMessageChoices,
  { readonly choices: Pick<MessageChoiceStore, 'read'> }
> = async ({ caller }, { choices }) => {
  const { unwanted, lowMark } = await choices.read(caller.account.walletId);
  return {
    status: 200,
    body: { unwanted: [...unwanted], ...(lowMark === undefined ? {} : { lowMark }) },
  };
};

export const handler = forSession(readMessageChoices, read, (db) => ({
  choices: messageChoices(db),
}));
