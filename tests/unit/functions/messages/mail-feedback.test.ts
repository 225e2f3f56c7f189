import { describe, expect, test } from 'vitest';
import { forSchedule } from '../../../../functions/callers/for-schedule.ts';
import type { ScheduleLine } from '../../../../functions/http/log.ts';
import { takeFeedback } from '../../../../functions/messages/mail-feedback.ts';
import { edgeOf } from '../../../support/edge.ts';
import { bouncedAddress, bounceEvent, complaintEvent } from '../../../support/ses-events.ts';

/** Hands an event to the function, and tells what it stopped, logged and threw. */
async function hear(event: object) {
  const stopped: (readonly [address: string, reason: string])[] = [];
  const lines: ScheduleLine[] = [];
  const recipients = {
    stop: async (...[address, reason]: readonly [string, string, Date]) => {
      stopped.push([address, reason]);
    },
  };
  const edge = { ...edgeOf().edge, log: (line: ScheduleLine) => void lines.push(line) };
  const handler = forSchedule('mailFeedback', takeFeedback, () => ({ recipients }), edge);
  const failure = await handler({ id: 'event-1', ...event }).then(() => undefined, String);
  return { stopped, lines, failure };
}

test.each([
  ['a permanent bounce', bounceEvent('Permanent'), 'bounce'],
  ['a mailbox on a list of SES', bounceEvent('Permanent', 'OnAccountSuppressionList'), 'bounce'],
  ['a complaint', complaintEvent('abuse'), 'complaint'],
  ['a complaint of fraud', complaintEvent('fraud'), 'complaint'],
  ['a complaint without a report', complaintEvent(), 'complaint'],
  ['a complaint of no type', complaintEvent(null), 'complaint'],
])(
  '%s stops the mailbox that we sent to, and nobody whom a report names',
  async (_, event, why) => {
    const { stopped, lines, failure } = await hear(event);
    expect([stopped, failure]).toEqual([[[bouncedAddress, why]], undefined]);
    expect(lines).toMatchObject([{ schedule: 'mailFeedback', stopped: 1 }]);
    expect(JSON.stringify(lines)).not.toMatch(/@|5\.1\.1|receipt/);
  },
);

test.each([
  ['a full mailbox', bounceEvent('Transient', 'MailboxFull')],
  ['a bounce of no known kind', bounceEvent('Undetermined', 'Undetermined')],
  ['a report that a mail was no spam', complaintEvent('not-spam')],
  ['a report about a signature', complaintEvent('auth-failure')],
])('%s changes nothing', async (_, event) => {
  const { stopped, lines, failure } = await hear(event);
  expect([stopped, failure]).toEqual([[], undefined]);
  expect(lines).toMatchObject([{ stopped: 0 }]);
});

describe('an event of another form changes nothing, and fails so that an alarm tells of it', () => {
  const { detail, ...event } = bounceEvent('Permanent');
  const to = (...destination: readonly unknown[]) => ({
    ...event,
    detail: { ...detail, mail: { ...detail.mail, destination } },
  });
  test.each<[string, object, string]>([
    ['nothing', {}, 'source'],
    ['another service', { ...event, detail, source: 'shop.ses' }, 'source'],
    ['another event', { ...event, detail: { ...detail, eventType: 'Open' } }, 'detail.eventType'],
    ['no mail', { ...event, detail: { ...detail, mail: undefined } }, 'detail.mail'],
    ['another bounce', bounceEvent(bouncedAddress), 'detail.bounce.bounceType'],
    ['several mailboxes', to(bouncedAddress, 'eve@example.org'), 'detail.mail.destination'],
    ['no mailbox', to(), 'detail.mail.destination'],
    ['a number', to(7), 'detail.mail.destination.0'],
    ['a long address', to(`${'a'.repeat(320)}@b`), 'detail.mail.destination.0'],
  ])('%s', async (_, other, where) => {
    const { stopped, lines, failure } = await hear(other);
    expect(stopped).toEqual([]);
    expect(failure).toBe('Error: A run of "mailFeedback" failed; its line in the log says where.');
    const failed = expect.arrayContaining([expect.stringContaining(where)]);
    expect(lines).toMatchObject([{ stopped: 0, failed, error: { name: 'TypeError' } }]);
    expect(JSON.stringify(lines)).not.toMatch(/@example/);
  });
});
