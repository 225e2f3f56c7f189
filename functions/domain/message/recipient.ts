import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Language } from '../../../src/contract/language.ts';
import { type MessageTopic, messageTopics } from '../../../src/contract/messages.ts';

/** Who receives the messages about a wallet. */
export interface Recipient {
  /** Absent unless the identity provider has verified it. */
  readonly address?: string;
  readonly name?: string;
  readonly language?: Language;
  readonly unwanted: readonly MessageTopic[];
}

export interface Recipients {
  /** Undefined once the account is deleted. */
  find(walletId: string): Promise<Recipient | undefined>;
  /** Whether a mailbox has bounced or complained. */
  isStopped(address: string): Promise<boolean>;
  /** Ends all mail to a mailbox. */
  stop(address: string, reason: 'bounce' | 'complaint', now: Date): Promise<void>;
}

/** What a user has chosen about messages. */
export interface MessageChoices {
  readonly unwanted: readonly MessageTopic[];
  /** A balance at or below it is told; in credits, absent for the usual mark. */
  readonly lowMark?: number | undefined;
}

export interface MessageChoiceStore {
  /** The low mark is the one that counts: the user's own, or the usual one, if there is any. */
  read(walletId: string): Promise<MessageChoices>;
  save(walletId: string, choices: MessageChoices & { readonly language: Language }): Promise<void>;
  /** Ends mail about a topic. A deleted user is no error. */
  end(unsubscription: Unsubscription): Promise<void>;
}

/** A message as any mail system carries it (RFC 5322), and its envelope (RFC 5321). */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly raw: Uint8Array;
}

export type MailResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** Whether it would be refused at every other time, too. */
      readonly isFinal: boolean;
      /** Whether it is the address that was refused, and not the message or us. */
      readonly isAddress: boolean;
      /** A code or a number of the answer, without anything personal. */
      readonly failure: string;
    };

export type SendMail = (mail: Mail) => Promise<MailResult>;

/** What a link to end mail about a topic says. Nobody can make one without the secret. */
export interface Unsubscription {
  readonly walletId: string;
  readonly topic: MessageTopic;
}

/** The token of such a link: it stays valid, because old mail has it too (RFC 8058, section 3.1). */
export function unsubscribeToken({ walletId, topic }: Unsubscription, secret: string): string {
  return `${walletId}.${topic}.${sealOf(walletId, topic, secret)}`;
}

/** What a token says; undefined for one that we did not make. */
export function readUnsubscribeToken(token: string, secret: string): Unsubscription | undefined {
  const [walletId = '', name = '', seal = ''] = token.split('.');
  const topic = messageTopics.find((one) => one === name);
  if (topic === undefined) return undefined;
  const [given, due] = [Buffer.from(seal), Buffer.from(sealOf(walletId, topic, secret))];
  const isOurs = given.length === due.length && timingSafeEqual(given, due);
  return isOurs ? { walletId, topic } : undefined;
}

/** An HMAC under a word that no other use of the key begins with. */
function sealOf(walletId: string, topic: MessageTopic, secret: string): string {
  const text = `unsubscribe ${walletId} ${topic}`;
  return createHmac('sha256', secret).update(text).digest('base64url');
}
