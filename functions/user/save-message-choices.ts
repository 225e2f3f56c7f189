import { saveMessageChoices } from '../../src/contract/messages.ts';
import { messageChoices } from '../adapters/postgres/outbox/recipients.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { MessageChoiceStore } from '../domain/message/delivery.ts';
import type { Reply } from '../http/handler.ts';

interface Deps {
  readonly choices: Pick<MessageChoiceStore, 'save'>;
}

/** Stores what the caller wants to be told, at which balance, and in which language. */
export async function save(
  { caller, body }: SessionRequest<typeof saveMessageChoices>,
  { choices }: Deps,
): Promise<Reply<typeof saveMessageChoices>> {
  await choices.save(caller.account.walletId, body);
  return { status: 204 };
}

export const handler = forSession(saveMessageChoices, save, (db) => ({
  choices: messageChoices(db),
}));
