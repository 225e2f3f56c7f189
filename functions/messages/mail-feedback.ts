import * as z from 'zod/mini';
import { listeners } from '../../src/contract/schedules.ts';
import { recipients } from '../adapters/postgres/outbox/recipients.ts';
import { forSchedule, type ScheduledJob } from '../callers/for-schedule.ts';
import type { Recipients } from '../domain/message/delivery.ts';
import { trialKeySecretOf } from '../settings.ts';

interface Deps {
  readonly recipients: Pick<Recipients, 'stop'>;
}

/** The longest address (RFC 5321, section 4.5.3.1): 64 before the @, and 255 behind it. */
const MAX_ADDRESS_LENGTH = 320;

/** Each mail of ours goes to one address. */
const mailSchema = z.object({
  destination: z.tuple([z.string().check(z.maxLength(MAX_ADDRESS_LENGTH))]),
});

/**
 * A later event of SES about a mail. Source: "Contents of event data that Amazon SES publishes to
 * Amazon SNS" in the SES developer guide; an event of EventBridge has the same in `detail`.
 */
const eventSchema = z.object({
  source: z.literal(listeners.mailFeedback.source),
  detail: z.discriminatedUnion('eventType', [
    z.object({
      eventType: z.literal('Bounce'),
      mail: mailSchema,
      bounce: z.object({ bounceType: z.enum(['Permanent', 'Transient', 'Undetermined']) }),
    }),
    z.object({
      eventType: z.literal('Complaint'),
      mail: mailSchema,
      complaint: z.object({ complaintFeedbackType: z.nullish(z.string()) }),
    }),
  ]),
});

type Detail = z.infer<typeof eventSchema>['detail'];

/**
 * Ends all mail to a mailbox that bounced for good or complained. It is the address that we sent to: a
 * server that a user chose writes the report, and could name somebody else in it. The same event once
 * more changes nothing.
 * @returns how many mailboxes were stopped; for an event of another form, where it differs, as an error
 */
export async function takeFeedback(
  now: Date,
  { recipients }: Deps,
  event: unknown,
): Promise<ScheduledJob> {
  const parsed = z.safeParse(eventSchema, event);
  if (!parsed.success) {
    // The names of members that our schema has, and no value.
    const failed = parsed.error.issues.map(({ path }) => path.join('.'));
    return { numbers: { stopped: 0 }, failed, error: new TypeError('no event of SES about mail') };
  }
  const { detail } = parsed.data;
  const reason = reasonIn(detail);
  if (reason !== undefined) await recipients.stop(detail.mail.destination[0], reason, now);
  return { numbers: { stopped: reason === undefined ? 0 : 1 } };
}

/** Reports about signatures (RFC 6591), and that take another report back (RFC 6430). */
const noComplaints: readonly unknown[] = ['auth-failure', 'not-spam'];

/** A transient bounce, such as of a full mailbox, is no reason. */
function reasonIn(detail: Detail): 'bounce' | 'complaint' | undefined {
  if (detail.eventType === 'Bounce') {
    return detail.bounce.bounceType === 'Permanent' ? 'bounce' : undefined;
  }
  const { complaintFeedbackType } = detail.complaint;
  return noComplaints.includes(complaintFeedbackType) ? undefined : 'complaint';
}

export const handler = forSchedule('mailFeedback', takeFeedback, (db, env) => ({
  recipients: recipients(db, trialKeySecretOf(env)),
}));
