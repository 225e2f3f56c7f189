import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { smtp } from '../../../functions/adapters/mail/smtp.ts';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import {
  outboxOperator,
  outboxStore,
} from '../../../functions/adapters/postgres/outbox/outbox-store.ts';
import {
  messageChoices,
  recipients,
} from '../../../functions/adapters/postgres/outbox/recipients.ts';
import { tellEndingCredits } from '../../../functions/adapters/postgres/outbox/write-message.ts';
import { leaseMs } from '../../../functions/domain/message/delivery.ts';
import { mailReceiver } from '../../../functions/messages/mail-receiver.ts';
import { type SendDeps, sendMessages } from '../../../functions/schedules/messages.ts';
import { startMail } from '../../../infra/local/mail/mail.ts';
import { mailbox } from '../../../infra/local/mail/mailbox.ts';
import { endingSoonDays } from '../../../src/contract/messages.ts';
import { site } from '../../../src/site.config.ts';
import { anyPort } from '../../support/any-port.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { aSignIn, day, day0, trialKeySecret } from '../../support/sign-ins.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const noEndpoint = () => expect.fail('there is no endpoint');
const siteOrigin = 'http://localhost:4321';
const folder = mkdtempSync(join(tmpdir(), 'millrace-mail-'));
let smtpPort: number;
let stopMail: () => Promise<void>;

beforeAll(async () => {
  smtpPort = await anyPort();
  stopMail = await startMail({ port: await anyPort(), smtpPort }, folder, (text) => {
    throw new Error(text);
  });
});

afterAll(async () => {
  await stopMail();
  rmSync(folder, { recursive: true });
});

describe.each(thoroughness.databases)('messages of the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);

  afterEach(() => deleteRows(db));

  function sender(now: Date, change: Partial<SendDeps> = {}): SendDeps {
    return {
      outbox: outboxStore(db),
      receivers: { mail: receiver(now), webhook: noEndpoint },
      tellEndingCredits: (at) => tellEndingCredits(db, endingSoonDays, at),
      now: () => now,
      random: () => 0.5,
      ...change,
    };
  }

  function receiver(now: Date, sendMail = smtp(`smtp://127.0.0.1:${smtpPort}`)) {
    const from = 'hello@millrace.example';
    const people = recipients(db, trialKeySecret);
    return mailReceiver({
      recipients: people,
      sendMail,
      from,
      siteOrigin,
      secret: trialKeySecret,
      now: () => now,
    });
  }

  const send = (now: Date, change?: Partial<SendDeps>) => sendMessages(now, sender(now, change));
  const signIn = (sub: string, options?: Parameters<typeof aSignIn>[1]) =>
    userStore(db).signIn(aSignIn(sub, options));
  const newest = async () => (await mailbox(folder).list())[0];
  const states = async () =>
    await db.selectFrom('outbox').select(['state', 'failure', 'tries']).orderBy('id').execute();

  test('a trial is told by a real mail server, once', async () => {
    await signIn('ada', { change: { language: 'zh' } });
    expect(await send(day0)).toMatchObject({ numbers: { sent: 1 }, counts: { MessagesSent: 1 } });
    expect(await send(day0)).toMatchObject({ numbers: { sent: 0 } });
    const kept = await newest();
    expect(kept?.mail.subject).toBe(`送你 ${site.trial.credits} 积分，试用 ${site.name}`);
    expect(kept?.mail.to).toEqual([{ name: 'Name of ada', address: 'ada@example.com' }]);
    expect(kept?.mail.html).toContain(`${siteOrigin}/zh/flows/`);
    expect(kept?.mail.text).toContain(`${siteOrigin}/zh/flows/`);
    expect(kept?.raw.length).toBeLessThan(100_000);
  });

  test('somebody whose name is the address is greeted without it, as Auth0 names whoever gave none', async () => {
    const identity = { ...aSignIn('ada').identity, name: 'ada@example.com' };
    await signIn('ada', { change: { identity } });
    await send(day0);
    const kept = await newest();
    expect(kept?.mail.to).toEqual([{ name: '', address: 'ada@example.com' }]);
    expect(kept?.mail.text).toContain('\nHello,\n');
    expect(kept?.mail.text).not.toContain('Hello ada');
  });

  test('an address that nobody verified gets no mail', async () => {
    await signIn('ada');
    await db.updateTable('users').set({ email_verified: false }).execute();
    expect(await send(day0)).toMatchObject({ numbers: { sent: 0, dropped: 1 } });
    expect(await states()).toMatchObject([
      { state: 'dropped', failure: 'the address is not verified' },
    ]);
  });

  test('a refusal of 5xx is final, ends mail to the mailbox, and is a dead letter to resend or drop', async () => {
    await signIn('ada', { email: 'ada@bounce.invalid' });
    expect(await send(day0)).toMatchObject({ numbers: { dead: 1 }, counts: { MessagesDead: 1 } });
    expect(await states()).toMatchObject([{ state: 'dead', failure: 'SMTP 550' }]);
    const [letter] = await outboxOperator(db).list();
    const id = letter?.id ?? '';
    expect(await outboxOperator(db).resend(id, day0)).toBe(true);
    expect(await send(day0)).toMatchObject({ numbers: { dropped: 1 } });
    expect(await outboxOperator(db).drop(id)).toBe(false);
  });

  test('a refusal by policy is tried again, and says nothing of the mailbox', async () => {
    await signIn('ada', { email: 'ada@policy.invalid' });
    const counts = { MessagesDead: 0 };
    expect(await send(day0)).toMatchObject({ numbers: { waiting: 1 }, counts });
    expect(await states()).toMatchObject([{ state: 'waiting', failure: 'SMTP 550' }]);
    expect(await db.selectFrom('stopped_mailboxes').selectAll().execute()).toEqual([]);
  });

  test('a message that cannot be read waits, and delays nobody else', async () => {
    await signIn('ada');
    await db.updateTable('outbox').set({ payload: '{}' }).execute();
    await signIn('bob');
    expect(await send(day0)).toMatchObject({ numbers: { sent: 1, waiting: 1 }, error: {} });
    // The two messages are of one millisecond, so either has the first id.
    const sorted = (await states()).toSorted((a, b) =>
      (a.state ?? '').localeCompare(b.state ?? ''),
    );
    expect(sorted).toMatchObject([{ state: 'sent' }, { state: 'waiting', tries: 1 }]);
  });

  test('a refusal of 4xx is tried again with longer pauses, and is dead after three days', async () => {
    await signIn('ada', { email: 'ada@full.invalid' });
    expect(await send(day0)).toMatchObject({ numbers: { waiting: 1 } });
    expect(await send(day0)).toMatchObject({ numbers: { waiting: 0 } });
    const numbers = { waiting: 1 };
    expect(await send(new Date(day0.getTime() + 30_000))).toMatchObject({ numbers });
    expect(await send(day(3))).toMatchObject({ numbers: { dead: 1 } });
    expect(await states()).toMatchObject([{ state: 'dead', failure: 'SMTP 452', tries: 3 }]);
  });

  test('a mail server that is down is tried again', async () => {
    await signIn('ada');
    const down = receiver(day0, smtp(`smtp://127.0.0.1:${await anyPort()}`));
    expect(await send(day0, { receivers: { mail: down, webhook: noEndpoint } })).toMatchObject({
      numbers: { waiting: 1 },
    });
    expect(await states()).toMatchObject([{ state: 'waiting', failure: 'ESOCKET' }]);
    expect(await send(day(1))).toMatchObject({ numbers: { sent: 1 } });
  });

  test('a worker that dies after it has sent sends again, with the same id', async () => {
    await signIn('ada');
    const outbox = outboxStore(db);
    const settle = () => Promise.reject(new Error('killed'));
    await expect(send(day0, { outbox: { ...outbox, settle } })).rejects.toThrow('killed');
    const first = await newest();
    expect(await send(day0)).toMatchObject({ numbers: { sent: 0 } });
    const later = new Date(day0.getTime() + leaseMs);
    expect(await send(later)).toMatchObject({ numbers: { sent: 1 } });
    const second = await newest();
    expect(second?.id).not.toBe(first?.id);
    expect(second?.mail.messageId).toBe(first?.mail.messageId);
  });

  test('messages of one receiver go in their order, and a later one waits for an earlier one', async () => {
    await signIn('ada', { email: 'ada@full.invalid' });
    const [first] = await db.selectFrom('outbox').selectAll().orderBy('id').execute();
    const id = '0195a000-0000-7000-8000-000000000009';
    const createdAt = new Date(day0.getTime() + 1);
    if (!first) throw new Error('there is no message');
    await signIn('eve');
    await db
      .insertInto('outbox')
      .values({ ...first, id, created_at: createdAt })
      .execute();
    expect(await send(createdAt)).toMatchObject({ numbers: { waiting: 1, sent: 1 } });
    await db
      .updateTable('users')
      .set({ email: 'ada@example.com' })
      .where('sub', '=', 'ada')
      .execute();
    expect(await send(day(1))).toMatchObject({ numbers: { sent: 2 } });
    const sent = await mailbox(folder).list();
    expect(sent.slice(0, 2).map(({ mail }) => mail.messageId)).toEqual([
      `<${id}@millrace.example>`,
      `<${first.id}@millrace.example>`,
    ]);
  });

  test('two workers at once send each message once', async () => {
    const people = ['ada', 'bob', 'eve', 'joe', 'kim', 'lea'];
    for (const sub of people) await signIn(sub);
    const runs = await Promise.all([send(day0), send(day0)]);
    const sent = runs.reduce((sum, { numbers }) => sum + (numbers.sent ?? 0), 0);
    expect(sent).toBe(people.length);
    expect((await states()).map(({ tries }) => tries)).toEqual(people.map(() => 1));
  });

  test('whoever ends a topic gets no more of it, and gets it again after choosing so', async () => {
    const signedIn = await signIn('ada');
    const walletId = signedIn.ok ? signedIn.account.walletId : '';
    await messageChoices(db).end({ walletId, topic: 'balance' });
    await messageChoices(db).end({ walletId, topic: 'balance' });
    expect((await messageChoices(db).read(walletId)).unwanted).toEqual(['balance']);
    expect(await send(day0)).toMatchObject({ numbers: { dropped: 1 } });
    const chosen = { unwanted: [], lowMark: 9, language: 'zh' } as const;
    await messageChoices(db).save(walletId, chosen);
    expect(await messageChoices(db).read(walletId)).toEqual(chosen);
  });

  test('credits that end are told seven days before and one day before, once each', async () => {
    await signIn('ada');
    const told = async (days: number) => (await send(day(days))).numbers.sent;
    expect(await told(0)).toBe(1);
    expect([await told(22), await told(23), await told(24)]).toEqual([0, 1, 0]);
    expect([await told(29), await told(29.5), await told(31)]).toEqual([1, 0, 0]);
    expect((await newest())?.mail.subject).toMatch(/^Last day for/);
  });
});
