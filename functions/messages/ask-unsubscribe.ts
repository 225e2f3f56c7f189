import { type Language, localizedPath } from '../../src/contract/language.ts';
import { askUnsubscribe, type MessageTopic, unknownToken } from '../../src/contract/messages.ts';
import { fill } from '../../src/i18n/fill.ts';
import { messagesWords } from '../../src/i18n/words.ts';
import { type AnyoneRequest, forAnyone } from '../callers/for-anyone.ts';
import { readUnsubscribeToken } from '../domain/message/delivery.ts';
import type { HtmlPage, Reply } from '../http/handler.ts';
import { smallPage } from '../http/small-page.ts';
import { trialKeySecretOf } from '../settings.ts';

interface Deps {
  readonly secret: string;
}

/** Asks whether mail about a topic shall end. It ends nothing: scanners open every link of a mail. */
export function ask(
  { query, language }: AnyoneRequest<typeof askUnsubscribe>,
  { secret }: Deps,
): Reply<typeof askUnsubscribe> {
  const found = readUnsubscribeToken(query.token, secret);
  return found ? { status: 200, page: askPage(found.topic, language) } : unknownToken;
}

/** Asks whether mail about a topic shall end. The form sends to the address of the page itself. */
function askPage(topic: MessageTopic, language: Language): HtmlPage {
  const words = messagesWords[language].unsubscribed;
  const text = fill(words.ask, { topic: words.topics[topic] });
  const home = localizedPath('/', language);
  return smallPage(
    language,
    words.askTitle,
    `<p>${text}</p><form method="post"><button>${words.confirm}</button></form><a href="${home}">${words.stay}</a>`,
  );
}

export const handler = forAnyone(askUnsubscribe, ask, (env) => ({ secret: trialKeySecretOf(env) }));
