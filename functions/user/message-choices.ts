import { readMessageChoices } from '../../src/contract/messages.ts';
import { messageChoices } from '../adapters/postgres/outbox/recipients.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { MessageChoiceStore } from '../domain/message/delivery.ts';
import type { Reply } from '../http/handler.ts';

/** The caller's choice of messages, and the balance for a warning. */
export async function read(
  { caller }: SessionRequest<typeof readMessageChoices>,
  choices: Pick<MessageChoiceStore, 'read'>,
): Promise<Reply<typeof readMessageChoices>> {
  const { unwanted, lowMark } = await choices.read(caller.account.walletId);
  return { status: 200, body: { unwanted: [...unwanted], lowMark } };
}

export const handler = forSession(readMessageChoices, read, (db) => messageChoices(db));
