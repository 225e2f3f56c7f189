import { askUnsubscribe } from '../../src/contract/messages.ts';
import { type AnyoneHandler, forAnyone } from '../callers/for-anyone.ts';
import { readUnsubscribeToken } from '../domain/message/recipient.ts';
import { trialKeySecretOf } from '../settings.ts';
import { askPage } from './unsubscribe-page.ts';

/** Asks whether mail about a topic shall end. It ends nothing: scanners open every link of a mail. */
export const ask: AnyoneHandler<typeof askUnsubscribe, { readonly secret: string }> = (
  { query, language },
  { secret },
) => {
  const found = readUnsubscribeToken(query.token, secret);
  return found ? { status: 200, page: askPage(found.topic, language) } : unknownToken;
};

const unknownToken = {
  ok: false,
  code: 'query_invalid',
  detail: 'The "token" is not one of ours. Open the whole link, as it is in the message.',
} as const;

export const handler = forAnyone(askUnsubscribe, ask, (env) => ({ secret: trialKeySecretOf(env) }));
