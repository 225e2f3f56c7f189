import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import * as z from 'zod/mini';
import type { MailResult, SendMail } from '../../domain/message/delivery.ts';

/** How long each step of a delivery may take, in milliseconds; together less than a lease. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** The fields of nodemailer's errors besides a message, which may hold addresses. */
const errorSchema = z.object({
  code: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  command: z.optional(z.string()),
  response: z.optional(z.string()),
});

/**
 * Sends mail to an SMTP server.
 * @param url `smtp://user:password@host:port`, which turns to TLS where the server offers it, or
 * `smtps://…`, which begins with it
 */
export function smtp(url: string): SendMail {
  const transport = createTransport({ url, ...timeouts });
  return async ({ from, to, raw }) => {
    try {
      await transport.sendMail({ envelope: { from, to }, raw: Buffer.from(raw) });
      return { ok: true };
    } catch (error) {
      return refusalOf(error);
    }
  };
}

/** There is no such mailbox, or it is closed. Policies, which have 5.7, may change (RFC 3463). */
const noMailbox = /^5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.1)\b/;

/**
 * A mailbox that does not exist and a message that is refused are final. A failure that somebody
 * may mend within the days of trying is not: login, greeting, sender, policy, and every 4xx (RFC
 * 5321, section 4.2.1).
 */
function refusalOf(error: unknown): MailResult {
  const { code, responseCode, command, response = '' } = z.safeParse(errorSchema, error).data ?? {};
  const isRefused = responseCode !== undefined && responseCode >= 500;
  const isAddress = isRefused && command === 'RCPT TO' && noMailbox.test(response);
  const isFinal = isAddress || (isRefused && command === 'DATA');
  const failure = responseCode === undefined ? (code ?? 'no answer') : `SMTP ${responseCode}`;
  return { ok: false, isFinal, isAddress, failure };
}

/** A message before it is written for the wire. */
export interface Letter {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name?: string; readonly address: string };
  readonly replyTo: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Equal at each try, so that mail systems know a second copy (RFC 5322, section 3.6.4). */
  readonly messageId: string;
  readonly date: Date;
  /** A BCP 47 tag (RFC 3282). */
  readonly languageTag: string;
  /** Where one press ends such messages (RFC 8058); absent for those that everybody gets. */
  readonly unsubscribeUrl?: string;
}

/** Writes a message as MIME: one way for every mail system. */
export function compose({ languageTag, unsubscribeUrl, ...letter }: Letter): Promise<Uint8Array> {
  const { to, ...rest } = letter;
  const composer = new MailComposer({
    ...rest,
    to: { name: to.name ?? '', address: to.address },
    headers: {
      'Content-Language': languageTag,
      // Answers by machines would come to people (RFC 3834, section 5).
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    // No part of a message is a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
