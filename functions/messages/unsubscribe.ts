import { accountPath } from '../../src/contract/checkout.ts';
import { type Language, localizedPath } from '../../src/contract/language.ts';
import { type MessageTopic, unknownToken, unsubscribe } from '../../src/contract/messages.ts';
import { fill } from '../../src/i18n/fill.ts';
import { messagesWords } from '../../src/i18n/words.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { messageChoices } from '../adapters/postgres/outbox/recipients.ts';
import { type AnyoneRequest, forAnyone } from '../callers/for-anyone.ts';
import { type MessageChoiceStore, readUnsubscribeToken } from '../domain/message/delivery.ts';
import type { HtmlPage, Reply } from '../http/handler.ts';
import { smallPage } from '../http/small-page.ts';
import { trialKeySecretOf } from '../settings.ts';

interface Deps {
  readonly secret: string;
  readonly choices: Pick<MessageChoiceStore, 'end'>;
}

/**
 * Ends mail about a topic: for a mail program by itself (RFC 8058), and for who presses the button
 * of the page. Mail programs and visitors have no session here, so the token alone says whose mail.
 * Once more is no error.
 */
export async function end(
  { query, language }: AnyoneRequest<typeof unsubscribe>,
  { secret, choices }: Deps,
): Promise<Reply<typeof unsubscribe>> {
  const found = readUnsubscribeToken(query.token, secret);
  if (!found) return unknownToken;
  await choices.end(found);
  return { status: 200, page: donePage(found.topic, language) };
}

/** Says that mail about a topic has ended, and where to begin it again. */
function donePage(topic: MessageTopic, language: Language): HtmlPage {
  const words = messagesWords[language].unsubscribed;
  const text = fill(words.done, { topic: words.topics[topic] });
  const account = localizedPath(accountPath('messages'), language);
  return smallPage(
    language,
    words.doneTitle,
    `<p>${text}</p><a href="${account}">${words.account}</a>`,
  );
}

export const handler = forAnyone(unsubscribe, end, (env) => ({
  secret: trialKeySecretOf(env),
  choices: messageChoices(database(env)),
}));
