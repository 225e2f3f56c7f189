import type { Kysely } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { sweepStore } from '../../../functions/adapters/postgres/ledger/sweep-store.ts';
import { endpointStore } from '../../../functions/adapters/postgres/outbox/endpoint-store.ts';
import { outboxStore } from '../../../functions/adapters/postgres/outbox/outbox-store.ts';
import { recipients } from '../../../functions/adapters/postgres/outbox/recipients.ts';
import { tellEndingCredits } from '../../../functions/adapters/postgres/outbox/write-message.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { endpointCaller, signBody } from '../../../functions/adapters/webhook/call-endpoint.ts';
import type { SendMail } from '../../../functions/domain/message/delivery.ts';
import { mailReceiver } from '../../../functions/messages/mail-receiver.ts';
import { webhookReceiver } from '../../../functions/messages/webhook-receiver.ts';
import { sendMessages } from '../../../functions/schedules/messages.ts';
import { sweep } from '../../../functions/schedules/sweep.ts';
import { isPaid } from '../../../infra/local/payments/account.ts';
import { maxTopUpFailures } from '../../../src/contract/checkout.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { languageRecords } from '../../../src/contract/language-records.ts';
import {
  endingSoonDays,
  type MessageEvent,
  messageEvents,
  topicOf,
} from '../../../src/contract/messages.ts';
import { webhookEventNames } from '../../../src/contract/webhooks.ts';
import { site } from '../../../src/site.config.ts';
import { siteOrigin } from '../../support/api-event.ts';
import { databaseKinds, migratedDatabase } from '../../support/database.ts';
import { seededRandom } from '../../support/random.ts';
import { memoryRunSweeps } from '../../support/runs.ts';
import { trialKeySecret } from '../../support/sign-ins.ts';
import { aLife, type Life, type Person, roles } from '../../support/sixty-days.ts';
import { startServices, toldSchema, webhooksOf } from '../../support/told-service.ts';
import { currency, pack } from '../../support/top-up-world.ts';

/** To repeat a failure, set it to the seed of that run. */
const seed = Math.floor(Math.random() * 2 ** 31);

const USERS = 20;
const DAYS = 60;
const HALF_A_DAY_MS = DAY_MS / 2;

/** The days on which the services answer nothing but 503. */
const isDown = (day: number) => day >= 20 && day < 22;

test.each(databaseKinds)(
  `sixty days of twenty users on the %s database: all that is due comes once (seed ${seed})`,
  async (kind) => {
    const { db, close } = await migratedDatabase(kind);
    const world = await aWorld(db);
    try {
      await live(world);
      await noteMoney(world.life);
      await expectMail(world);
      await expectEvents(world);
      await expectBooks(world);
      expect(await auditLedger(db)).toEqual([]);
    } finally {
      await world.close();
      await close();
    }
  },
  300_000,
);

/** SMTP's 550 in `functions/adapters/mail/smtp.ts`; its mail server waits 100 ms to greet. */
const bounced = { ok: false, isFinal: true, isAddress: true, failure: 'SMTP 550' } as const;

type World = Awaited<ReturnType<typeof aWorld>>;

/** The life of the users, a mail server and two services that listen. */
async function aWorld(db: Kysely<Schema>) {
  const random = seededRandom(seed);
  const life = await aLife(db, random);
  const services = await startServices();
  const webhooks = webhooksOf(db, services.origin);
  await webhooks.add('/all');
  await webhooks.add('/grants', ['credits.granted']);
  const now = () => life.clock.now;
  const mails: Email[] = [];
  const sendMail: SendMail = async ({ to, raw }) => {
    if (to.endsWith('.invalid')) return bounced;
    const mail = await PostalMime.parse(raw);
    expectLanguage(mail, life.people);
    mails.push(mail);
    return { ok: true };
  };
  return {
    ...{ life, random, services },
    mails,
    /** The lots that a message announced, and the number of days before their end. */
    told: new Map<string, number>(),
    deps: {
      outbox: outboxStore(db),
      receivers: {
        mail: mailReceiver({
          recipients: recipients(db, trialKeySecret),
          sendMail,
          from: site.contactEmail,
          ...{ siteOrigin, secret: trialKeySecret, now },
        }),
        webhook: webhookReceiver({
          endpoints: endpointStore(db),
          call: endpointCaller({ allowsLoopback: true }),
          ...{ sign: signBody, secret: trialKeySecret, now },
        }),
      },
      tellEndingCredits: (at: Date) => tellEndingCredits(db, endingSoonDays, at),
      now,
      random,
    },
    close: async () => {
      await Promise.all([services.close(), life.stripe.close()]);
    },
  };
}

/** Two times a day everybody does something, and the schedules run. */
async function live(world: World): Promise<void> {
  const { life, random } = world;
  for (let index = 0; index < USERS; index += 1) {
    const role = roles[index % roles.length] ?? 'plain';
    await life.join(`user-${index}`, role, index % 2 === 0 ? 'en' : 'zh');
  }
  for (let day = 0; day < DAYS; day += 0.5) {
    await sweepAndSend(world, day);
    // A later deed has a later time than the sweep's messages: ids of one millisecond are in no
    // order.
    life.after(1);
    for (const person of life.people) {
      await life.act(person, day);
      const luck = person.hasLeft || person.role === 'rests' ? 1 : random();
      if (luck < 0.4) await life.work(person);
      else if (luck < 0.5) await life.run(person);
      if (luck < 0.5) await life.look();
    }
    life.after(60_000);
    await life.settlePayments();
    await sweepAndSend(world, day);
    life.after(HALF_A_DAY_MS);
  }
  await sweepAndSend(world, DAYS);
}

async function sweepAndSend({ life, ...world }: World, day: number): Promise<void> {
  const { db, clock } = life;
  const swept = await sweep(clock.now, { sweeps: sweepStore(db), ...memoryRunSweeps() });
  expect(swept.error).toBeUndefined();
  await life.look();
  await foretellEnds(life, world.told);
  for (const path of ['/all', '/grants']) world.services.answers.set(path, isDown(day) ? 503 : 200);
  const sent = await sendMessages(clock.now, world.deps);
  expect(sent.error).toBeUndefined();
}

/** Notes who is due a message because credits end in seven days or in one, by the lots alone. */
async function foretellEnds({ db, clock, people, note }: Life, told: Map<string, number>) {
  const lots = await db.selectFrom('lots').where('remaining', '>', 0).selectAll().execute();
  const nowMs = clock.now.getTime();
  for (const days of endingSoonDays.toReversed()) {
    const due = lots.filter(({ id, expires_at }) => {
      const leftMs = expires_at.getTime() - nowMs;
      return leftMs > 0 && leftMs <= days * DAY_MS && (told.get(id) ?? Infinity) > days;
    });
    for (const { id } of due) told.set(id, days);
    const wallets = new Set(due.map(({ wallet_id }) => wallet_id));
    const owners = people.filter(({ walletId, hasLeft }) => wallets.has(walletId) && !hasLeft);
    for (const person of owners) note(person, 'credits_ending');
  }
}

function expectLanguage(mail: Email, people: readonly Person[]): void {
  const address = mail.to?.[0]?.address;
  const reader = people.find(({ email }) => email === address);
  const { tag } = languageRecords[reader?.language ?? 'en'];
  expect(mail.html, `seed ${seed}, ${address}`).toContain(`<html lang="${tag}"`);
}

/** The messages that somebody gets: nobody verified the address, the mailbox refuses, or they chose. */
function wantedBy({ role, due }: Person): Readonly<Record<string, number>> {
  if (role === 'is not verified' || role === 'bounces') return {};
  const isMail = (name: string): name is MessageEvent =>
    messageEvents.some((event) => event === name);
  const isWanted = (name: MessageEvent) =>
    role !== 'wants no mail of balances' || topicOf[name] !== 'balance';
  return Object.fromEntries([...due].filter(([name]) => isMail(name) && isWanted(name)));
}

async function expectMail({ life, mails }: World): Promise<void> {
  const kinds = new Set(life.people.flatMap((person) => Object.keys(wantedBy(person))));
  // Nobody has a personal key here: its caps have tests of their own.
  const due = messageEvents.filter((event) => event !== 'key_cap');
  expect([...kinds].toSorted(), `seed ${seed}`).toEqual(due.toSorted());
  const rows = await life.db.selectFrom('outbox').select(['id', 'event', 'state']).execute();
  const eventOf = new Map(rows.map(({ id, event }) => [id, event]));
  const got = new Map<string, Record<string, number>>();
  const ids = new Set<string>();
  for (const mail of mails) {
    const id = mail.messageId?.slice(1).split('@')[0] ?? '';
    expect(ids.has(id), `seed ${seed}: ${mail.subject} came twice`).toBe(false);
    ids.add(id);
    const address = mail.to?.[0]?.address ?? '';
    const event = eventOf.get(id) ?? 'unknown';
    const counts = got.get(address) ?? {};
    got.set(address, { ...counts, [event]: (counts[event] ?? 0) + 1 });
  }
  for (const person of life.people) {
    const { email, role } = person;
    expect({ role, ...got.get(email) }, `seed ${seed}`).toEqual({ role, ...wantedBy(person) });
  }
  expect(rows.filter(({ state }) => state === 'waiting')).toEqual([]);
}

/** Notes the messages due because money moved, from the books of the stand-in for Stripe. */
async function noteMoney({ people, note, booksOf }: Life): Promise<void> {
  for (const person of people) {
    const { sessions, refunds, disputes } = await booksOf(person);
    let declines = 0;
    for (const session of sessions) {
      if (isPaid(session)) note(person, 'receipt', 'credits.granted');
      if (session.charge === undefined) continue;
      declines = session.charge === 'card_declined' ? declines + 1 : 0;
      note(person, session.charge === 'works' ? 'top_up.made' : 'top_up.failed');
      if (declines === maxTopUpFailures) note(person, 'top_up_failed');
      if (session.charge === 'authentication_required') note(person, 'top_up_confirm');
    }
    for (const _refund of refunds) note(person, 'refund', 'credits.taken_back');
    for (const { status } of disputes) {
      note(person, 'dispute', 'dispute', 'credits.taken_back');
      if (status === 'won') note(person, 'credits.granted');
    }
  }
}

async function expectEvents({ life, services }: World): Promise<void> {
  const taken = services.received.filter(({ status }) => status === 200);
  const refused = services.received.length - taken.length;
  expect(refused, `seed ${seed}`).toBeGreaterThan(0);
  const ids = (path: string) =>
    taken.filter((one) => one.path === path).map(({ headers }) => String(headers['webhook-id']));
  for (const path of ['/all', '/grants']) {
    expect(ids(path).length, `seed ${seed}`).toBe(new Set(ids(path)).size);
  }
  const bodies = taken.map(({ path, body }) => ({ path, ...toldSchema.parse(JSON.parse(body)) }));
  for (const { sub, due, walletId } of life.people) {
    const own = bodies.filter(({ data }) => data.sub === sub);
    const all = own.filter(({ path }) => path === '/all');
    // No event is missing, and all are in the order of the ledger.
    const numbers = all.map(({ sequence }) => sequence);
    expect(numbers, `seed ${seed}`).toEqual(numbers.map((_number, index) => index + 1));
    for (const name of webhookEventNames.filter((event) => event !== 'credits.expired')) {
      const count = all.filter(({ type }) => type === name).length;
      expect({ sub, name, count }, `seed ${seed}`).toEqual({
        sub,
        name,
        count: due.get(name) ?? 0,
      });
    }
    expect(own.length - all.length, `seed ${seed}`).toBe(due.get('credits.granted') ?? 0);
    const expired = all.filter(({ type }) => type === 'credits.expired');
    const credits = expired.reduce((sum, { data }) => sum + Number(data.credits), 0);
    expect(credits, `seed ${seed}`).toBe(await life.expiredCredits(walletId));
  }
}

/** Money and credits agree to the unit: the wallets, the purchases, and the books of the stand-in. */
async function expectBooks({ life }: World): Promise<void> {
  for (const person of life.people) {
    if (person.hasLeft) continue;
    const { walletId, role, spentCredits } = person;
    const { sessions, refunds, disputes } = await life.booksOf(person);
    const paid = sessions.filter(isPaid);
    const lost = disputes.filter(({ status }) => status !== 'won');
    const backMinor = [...refunds, ...lost].reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const takenBack = (backMinor / pack.priceMinor[currency]) * pack.amountCredits;
    const trial = role === 'is not verified' ? 0 : site.trial.credits;
    const bought = trial + paid.length * pack.amountCredits - takenBack;
    const used = spentCredits + (await life.expiredCredits(walletId));
    const wallets = life.db.selectFrom('wallets').where('id', '=', walletId);
    const { available, held, owed } = await wallets.selectAll().executeTakeFirstOrThrow();
    expect({ role, credits: available + held - owed }, `seed ${seed}`).toEqual({
      role,
      credits: bought - used,
    });
    const purchases = life.db.selectFrom('purchases').where('wallet_id', '=', walletId);
    const stored = await purchases.where('progress', '=', 'paid').selectAll().execute();
    const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, one) => sum + one, 0);
    expect(sumOf(stored.map(({ amount_minor }) => amount_minor)), `seed ${seed}`).toBe(
      sumOf(paid.map(({ amountMinor }) => amountMinor)),
    );
    expect(sumOf(stored.map((one) => one.taken_back)), `seed ${seed}`).toBe(takenBack);
  }
}
