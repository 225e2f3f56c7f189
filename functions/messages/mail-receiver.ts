import { defaultLanguage } from '../../src/contract/language.ts';
import { languageRecords } from '../../src/contract/language-records.ts';
import {
  type Message,
  messageEvents,
  messagePayloads,
  topicOf,
  unsubscribe,
} from '../../src/contract/messages.ts';
import { site } from '../../src/site.config.ts';
import { compose } from '../adapters/mail/smtp.ts';
import {
  type Deliver,
  type MailResult,
  type QueuedDelivery,
  type Recipient,
  type Recipients,
  type SendMail,
  type TryResult,
  unsubscribeToken,
} from '../domain/message/delivery.ts';
import { pageOf } from './message-page.ts';
import { messageText } from './message-text.ts';

export interface MailDeps {
  readonly recipients: Recipients;
  readonly sendMail: SendMail;
  /** The address that mail comes from. */
  readonly from: string;
  readonly siteOrigin: string;
  /** The key that seals the links to end mail. */
  readonly secret: string;
  readonly now: () => Date;
}

/** Sends messages by mail: to addresses that were verified, and about what their users want. */
export function mailReceiver(deps: MailDeps): Deliver {
  return async (queued) => {
    const delivery = { ...queued, message: messageOf(queued) };
    const reader = await readerOf(delivery, deps);
    if (typeof reader === 'string') return { kind: 'dropped', failure: reader };
    const raw = await letterTo(reader, delivery, deps);
    const result = await deps.sendMail({ from: deps.from, to: reader.address, raw });
    return tryResult(result, reader.address, deps);
  };
}

type Delivery = QueuedDelivery & { readonly message: Message };

/** @throws Error for an event or a payload that no version of ours has written */
function messageOf({ event: name, payload }: QueuedDelivery): Message {
  const event = messageEvents.find((one) => one === name);
  if (event === undefined) throw new TypeError(`there is no message ${name}`);
  const parsed = messagePayloads[event].parse(JSON.parse(payload));
  // The event chose the schema, which the compiler cannot follow through a union.
  return { event, payload: parsed } as Message;
}

type Reader = Recipient & { readonly address: string };

/** The reader of a message, or the reason why it has none. */
async function readerOf(
  { walletId, message }: Delivery,
  { recipients }: MailDeps,
): Promise<Reader | string> {
  const found = await recipientOf(message, walletId, recipients);
  if (found === undefined) return 'the account is deleted';
  const { address } = found;
  if (address === undefined) return 'the address is not verified';
  const topic = topicOf[message.event];
  if (topic !== undefined && found.unwanted.includes(topic)) return 'not wanted';
  return (await recipients.isStopped(address))
    ? 'the mailbox takes no mail'
    : { ...found, address };
}

/** A deleted account is not found any more, so its last message brings the address. */
async function recipientOf(
  message: Message,
  walletId: string,
  recipients: Recipients,
): Promise<Recipient | undefined> {
  if (message.event !== 'account_deleted') return recipients.find(walletId);
  const { address, language } = message.payload;
  return { address, unwanted: [], ...(language === null ? {} : { language }) };
}

async function letterTo(
  reader: Reader,
  { id, walletId, message, createdAt }: Delivery,
  { from, siteOrigin, secret }: MailDeps,
): Promise<Uint8Array> {
  const { name, address, language = defaultLanguage } = reader;
  const topic = topicOf[message.event];
  const token = topic && unsubscribeToken({ walletId, topic }, secret);
  const unsubscribeUrl = token && `${siteOrigin}${unsubscribe.path}?token=${token}`;
  // Auth0 names somebody without a name by the address.
  const named = name && name !== address ? { name } : {};
  const text = messageText(message, language, { ...named, address, at: createdAt });
  const optional = { ...named, ...(unsubscribeUrl ? { unsubscribeUrl } : {}) };
  const hasAccount = message.event !== 'account_deleted';
  const page = await pageOf(text, { language, siteOrigin, hasAccount, ...optional });
  return compose({
    ...page,
    from: { name: site.name, address: from },
    to: { ...named, address },
    replyTo: site.contactEmail,
    subject: text.subject,
    messageId: `<${id}@${from.split('@')[1]}>`,
    date: createdAt,
    languageTag: languageRecords[language].tag,
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
  });
}

async function tryResult(
  result: MailResult,
  address: string,
  { recipients, now }: MailDeps,
): Promise<TryResult> {
  if (result.ok) return { kind: 'sent' };
  if (result.isAddress) await recipients.stop(address, 'bounce', now());
  return { kind: result.isFinal ? 'never' : 'later', failure: result.failure };
}
