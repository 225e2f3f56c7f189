import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import type { MailResult, SendMail } from '../../domain/message/recipient.ts';

/** How long each step of a delivery may take, in milliseconds; together less than a lease. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** What nodemailer's errors have besides a message, which may hold addresses. */
const errorSchema = z.object({
  code: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  command: z.optional(z.string()),
});

/**
 * Sends mail to an SMTP server.
 *
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

/** Replies of 5xx are final, and those of 4xx are not (RFC 5321, section 4.2.1). */
function refusalOf(error: unknown): MailResult {
  const { code, responseCode, command } = z.safeParse(errorSchema, error).data ?? {};
  const isFinal = responseCode !== undefined && responseCode >= 500;
  const isAddress = isFinal && command === 'RCPT TO';
  const failure = responseCode === undefined ? (code ?? 'no answer') : `SMTP ${responseCode}`;
  return { ok: false, isFinal, isAddress, failure };
}
