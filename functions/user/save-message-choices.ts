import { saveMessageChoices } from '../../src/contract/messages.ts';
import { messageChoices } from '../adapters/postgres/outbox/recipients.ts';
import { forSession, type SessionHandler } from '../callers/for-session.ts';
import type { MessageChoiceStore } from '../domain/message/delivery.ts';

/** Stores what the caller wants to be told, at which balance, and in which language. */
export const save: SessionHandler<
  typeof saveMessageChoices,
  { readonly choices: Pick<MessageChoiceStore, 'save'> }
> = async ({ caller, body }, { choices }) => {
  await choices.save(caller.account.walletId, body);
  return { status: 204 };
};

export const handler = forSession(saveMessageChoices, save, (db) => ({
  choices: messageChoices(db),
}));
