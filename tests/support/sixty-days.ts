import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { accountStore } from '../../functions/adapters/postgres/account/account-store.ts';
import { userStore } from '../../functions/adapters/postgres/account/user-store.ts';
import { newId } from '../../functions/adapters/postgres/connection/store-tools.ts';
import { ledgerStore } from '../../functions/adapters/postgres/ledger/ledger-store.ts';
import { messageChoices } from '../../functions/adapters/postgres/outbox/recipients.ts';
import { owedRefundStore } from '../../functions/adapters/postgres/purchase/owed-refund-store.ts';
import { purchaseStore } from '../../functions/adapters/postgres/purchase/purchase-store.ts';
import { topUpStore } from '../../functions/adapters/postgres/purchase/saved-cards.ts';
import { runStore } from '../../functions/adapters/postgres/run/run-store.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { stripePayments } from '../../functions/adapters/stripe/payments.ts';
import { stripeRefunds } from '../../functions/adapters/stripe/refunds.ts';
import { allReports, stripeCards } from '../../functions/adapters/stripe/saved-cards.ts';
import { stripeWebhooks } from '../../functions/adapters/stripe/webhooks.ts';
import { start } from '../../functions/checkout/start.ts';
import { fingerprintsOf } from '../../functions/domain/account/departure.ts';
import { confirmPurchases } from '../../functions/schedules/confirm-purchases.ts';
import type { CheckoutSession } from '../../infra/local/payments/account.ts';
import { DAY_MS } from '../../src/contract/durations.ts';
import { longRunMs } from '../../src/contract/flows.ts';
import type { Language } from '../../src/contract/language.ts';
import type { MessageEvent } from '../../src/contract/messages.ts';
import type { WebhookEventName } from '../../src/contract/webhooks.ts';
import { aStripe, stripeKey } from '../integration/local/a-stripe.ts';
import { siteOrigin } from './api-event.ts';
import { sessionCaller } from './memory-stores.ts';
import { plainRequest } from './plain-request.ts';
import { noTopUps } from './purchases.ts';
import { aSignIn, day0, trialKeySecret } from './sign-ins.ts';
import { webhookSecret } from './stripe-events.ts';
import { currency, pack } from './top-up-world.ts';

/** The plans of a role, besides the things that everybody does on every day. */
const plans = {
  plain: { 20: 'has a new device', 45: 'signs in there again' },
  'tops up': { 1: 'saves a card', 2: 'sets a rule' },
  'is declined': { 1: 'saves a card', 2: 'sets a rule', 4: 'has no money' },
  'must confirm': { 1: 'saves a card', 2: 'sets a rule', 4: 'is asked', 20: 'saves a card' },
  bounces: { 3: 'buys' },
  'is not verified': { 3: 'buys' },
  'wants no mail of balances': { 3: 'buys' },
  'is refunded': { 5: 'buys', 10: 'gets half back', 15: 'gets half back' },
  'is paused': {
    1: 'saves a card',
    2: 'sets a rule',
    6: 'is paused by a refund',
    25: 'sets a rule',
    35: 'is paused by a refund',
  },
  'loses a dispute': { 5: 'buys', 12: 'disputes', 30: 'loses' },
  'wins a dispute': { 5: 'buys', 12: 'disputes', 30: 'wins' },
  'changes the language': { 5: 'buys', 25: 'chooses Chinese' },
  leaves: { 3: 'buys', 40: 'leaves' },
  /** The credits of the trial end unspent, however the others spend theirs. */
  rests: {},
} as const satisfies Readonly<Record<string, Readonly<Record<number, string>>>>;

export type Role = keyof typeof plans;

type Step = { [Name in Role]: (typeof plans)[Name][keyof (typeof plans)[Name]] }[Role];

/** One user, and what the test itself has noted of them: the product has no part in it. */
export interface Person {
  readonly sub: string;
  readonly role: Role;
  readonly email: string;
  readonly walletId: string;
  language: Language;
  hasLeft: boolean;
  spentCredits: number;
  /** When a service was last refused more credits for a hold. */
  refusedAt: number;
  /** The sum and the mark of the wallet when the test looked last. */
  seen: { readonly credits: number; readonly mark: number | null };
  /** How often each message and each event was due. */
  readonly due: Map<MessageEvent | WebhookEventName, number>;
}

export const roles = Object.keys(plans).filter((name): name is Role => Object.hasOwn(plans, name));

/** The events of Stripe that get lost now and then: the schedule asks about these payments. */
const losable = ['checkout.session.completed', 'payment_intent.succeeded'];

export type Life = Awaited<ReturnType<typeof aLife>>;

/** Users, the stand-in for Stripe, services that charge credits, and a clock that the test moves. */
export async function aLife(db: Kysely<Schema>, random: () => number) {
  const clock = { now: day0 };
  const stripe = await aStripe(() => clock.now);
  const access = { secretKey: stripeKey, apiBase: stripe.origin, siteOrigin };
  const purchases = purchaseStore(db);
  const topUps = topUpStore(db);
  const ledger = ledgerStore(db);
  const runs = runStore(db);
  const people: Person[] = [];
  let commands = 0;
  let delivered = 0;

  const after = (ms: number) => {
    clock.now = new Date(clock.now.getTime() + ms);
  };
  const note = ({ due }: Person, ...events: readonly (MessageEvent | WebhookEventName)[]) => {
    for (const event of events) due.set(event, (due.get(event) ?? 0) + 1);
  };
  const keyed = () => {
    commands += 1;
    after(1_000);
    return { idempotencyKey: `command-${commands}`, actor: 'service', now: clock.now };
  };

  /** Looks at every wallet: whose credits fell to the mark is due a message. */
  const look = async () => {
    const wallets = await db.selectFrom('wallets').selectAll().execute();
    for (const person of people) {
      const wallet = wallets.find(({ id }) => id === person.walletId);
      if (!wallet || person.hasLeft) continue;
      const credits = wallet.available + wallet.held;
      const mark = wallet.own_low_mark ?? wallet.low_mark;
      const { seen } = person;
      const wasHigh = seen.mark !== null && seen.credits > seen.mark;
      if (wasHigh && mark !== null && credits <= mark) note(person, 'balance_low', 'balance.low');
      person.seen = { credits, mark };
    }
  };

  const join = async (sub: string, role: Role, language: Language) => {
    const email = `${sub}@${role === 'bounces' ? 'bounce.invalid' : 'example.com'}`;
    const verified = role !== 'is not verified';
    const options = { email, verified, now: clock.now, change: { language } };
    const signedIn = await userStore(db).signIn(aSignIn(sub, options));
    if (!signedIn.ok) throw new Error(signedIn.code);
    const { walletId } = signedIn.account;
    const person: Person = {
      ...{ sub, role, email, walletId, language, hasLeft: false, spentCredits: 0 },
      ...{ refusedAt: 0, seen: { credits: 0, mark: null }, due: new Map() },
    };
    people.push(person);
    if (role === 'wants no mail of balances') {
      await messageChoices(db).end({ walletId, topic: 'balance' });
    }
    if (verified) note(person, 'trial_granted', 'credits.granted');
    await look();
  };

  /** Signs in as `join` does, from a device that has another name. */
  const signInWithFirefox = async ({ sub, email }: Person) => {
    const signIn = aSignIn(sub, { email, now: clock.now });
    const session = { ...signIn.session, userAgent: 'Firefox/140.0' };
    expect(await userStore(db).signIn({ ...signIn, session })).toMatchObject({ ok: true });
  };

  /** Applies the webhooks of Stripe that were sent since the last time; some come twice. */
  const deliver = async (isLost = false) => {
    const webhooks = stripeWebhooks({ ...access, webhookSecret });
    const sent = stripe.sent.slice(delivered);
    delivered = stripe.sent.length;
    for (const { payload, signature } of sent) {
      if (isLost && losable.some((type) => payload.includes(`"type":"${type}"`))) continue;
      const read = await webhooks.read(Buffer.from(payload), signature, clock.now);
      if (!read.ok) throw new Error(read.code);
      const copies = random() < 0.3 ? 2 : 1;
      for (let copy = 0; copy < copies && read.event; copy += 1) {
        await purchases.apply(read.event, clock.now);
      }
      await look();
    }
  };

  const buy = async (person: Person, saveCard: boolean) => {
    const account = { ...sessionCaller.account, walletId: person.walletId };
    const profile = { ...account.profile, email: person.email };
    const caller = { ...sessionCaller, account: { ...account, profile } };
    const request = { ...plainRequest, caller, now: clock.now };
    const checkout = { payments: stripePayments(access), newId, siteOrigin, purchases };
    const started = await start({ ...request, body: { pack: pack.id, saveCard } }, checkout);
    if (!('body' in started)) throw new Error(started.code);
    after(30_000);
    await stripe.press(new URL(started.body.url).pathname, { action: 'pay' });
    await deliver(random() < 0.3);
  };

  const press = async (fields: Readonly<Record<string, string>>) => {
    const { status } = await stripe.press('/dashboard', fields);
    expect(status, JSON.stringify(fields)).toBe(303);
    await deliver();
  };
  /** The books of Stripe about a person. */
  const booksOf = async ({ walletId }: Person) => {
    const rows = db.selectFrom('purchases').where('wallet_id', '=', walletId).select('id');
    const ids = new Set((await rows.execute()).map(({ id }) => id));
    const { sessions, refunds, disputes } = stripe.read();
    const own = sessions.filter(({ reference }) => ids.has(reference));
    const isOwn = ({ paymentId }: { readonly paymentId: string }) =>
      own.some((session) => session.paymentId === paymentId);
    return { sessions: own, refunds: refunds.filter(isOwn), disputes: disputes.filter(isOwn) };
  };
  const firstOf = async (person: Person): Promise<CheckoutSession> => {
    const [first] = (await booksOf(person)).sessions;
    return first ?? expect.fail(`${person.sub} has bought nothing`);
  };
  const disputeOf = async (person: Person) => {
    const [first] = (await booksOf(person)).disputes;
    return first?.id ?? expect.fail(`${person.sub} has disputed nothing`);
  };
  const cardOf = ({ email }: Person) =>
    stripe.read().cards.findLast((card) => card.email === email && !card.isDetached)?.id ?? '';

  const steps: Readonly<Record<Step, (person: Person) => Promise<void>>> = {
    'has a new device': async (person) => {
      await signInWithFirefox(person);
      note(person, 'new_device');
    },
    'signs in there again': signInWithFirefox,
    buys: (person) => buy(person, false),
    'saves a card': (person) => buy(person, true),
    'sets a rule': async ({ walletId }) => {
      const priceMinor = pack.priceMinor[currency];
      const level = { below: 400, upTo: 400, mostMinor: 2 * priceMinor };
      const rule = { ...level, pack: pack.id, currency };
      expect(await topUps.save(walletId, { ...rule, priceMinor }, clock.now)).toEqual({ ok: true });
    },
    'has no money': (person) =>
      press({ action: 'card', id: cardOf(person), next: 'card_declined' }),
    'is asked': (person) =>
      press({ action: 'card', id: cardOf(person), next: 'authentication_required' }),
    'gets half back': async (person) => {
      const amount = String(pack.priceMinor[currency] / 200);
      await press({ action: 'refund', id: (await firstOf(person)).id, amount });
    },
    'is paused by a refund': async (person) => {
      await steps['gets half back'](person);
      note(person, 'top_up_paused');
    },
    disputes: async (person) => press({ action: 'dispute', id: (await firstOf(person)).id }),
    loses: async (person) => press({ action: 'lose', id: await disputeOf(person) }),
    wins: async (person) => press({ action: 'win', id: await disputeOf(person) }),
    'chooses Chinese': async (person) => {
      person.language = 'zh';
      const choices = { unwanted: [], language: 'zh' } as const;
      await messageChoices(db).save(person.walletId, choices);
    },
    leaves: async (person) => {
      const { sub, email, walletId } = person;
      const users = db.selectFrom('users').where('sub', '=', sub).select('id');
      const { id: userId } = await users.executeTakeFirstOrThrow();
      const identity = { sub, email, email_verified: true };
      const fingerprints = fingerprintsOf(identity, trialKeySecret);
      await accountStore(db).remove({ userId, walletId, fingerprints, now: clock.now });
      person.hasLeft = true;
      note(person, 'account_deleted', 'user.deleted');
    },
  };

  /** Somebody runs a flow, and waits up to twenty seconds for what comes of it. */
  const run = async (person: Person) => {
    const { idempotencyKey, now } = keyed();
    const asked = {
      walletId: person.walletId,
      flowId: 'echo',
      amountCredits: 2,
      inputHash: 'same',
    };
    const begun = await runs.begin({ ...asked, idempotencyKey, timeoutMs: 60_000, now });
    if (!begun.ok) return expect(begun.code).toBe('credits_insufficient');
    const seconds = Math.floor(random() * 20);
    after(seconds * 1_000);
    const end = { result: [], amountCredits: 2, now: clock.now };
    const isDone = random() < 0.8;
    if (isDone) await runs.succeed(begun.body, end);
    else await runs.fail(begun.body, { failure: { code: 'run_failed' }, now: clock.now });
    if (isDone) person.spentCredits += end.amountCredits;
    note(
      person,
      'run.finished',
      ...(seconds * 1_000 >= longRunMs ? ['run_finished' as const] : []),
    );
  };

  /** A service holds credits for a job, and then spends them, lets the hold end, or wants too much. */
  const work = async (person: Person) => {
    const { walletId } = person;
    const amountCredits = 1 + Math.floor(random() * 60);
    const lifeMs = 3_600_000;
    const command = { walletId, lifeMs, reference: 'job', amountCredits, keyed: keyed() };
    const held = await ledger.hold(command);
    if (!held.ok) return expect(held.code).toBe('credits_insufficient');
    const holdId = held.body.id;
    const fate = random();
    if (fate < 0.1) return note(person, 'hold.ended');
    if (fate < 0.2) {
      const tooMuch = { holdId, amountCredits: 100_000, keyed: keyed() };
      expect(await ledger.change(tooMuch)).toMatchObject({ code: 'credits_insufficient' });
      if (clock.now.getTime() - person.refusedAt >= DAY_MS) {
        person.refusedAt = clock.now.getTime();
        note(person, 'none_left', 'balance.none_left');
      }
    }
    const spent = Math.ceil(amountCredits * random());
    const captured = await ledger.capture({ holdId, amountCredits: spent, keyed: keyed() });
    if (!captured.ok) throw new Error(captured.code);
    person.spentCredits += spent;
  };

  return {
    ...{ db, clock, after, stripe, people, note, look, join, work, run, booksOf },
    expiredCredits: async (walletId: string) => {
      const entries = db.selectFrom('entries').where('wallet_id', '=', walletId);
      const rows = await entries.where('kind', '=', 'expire').select('quantity').execute();
      return rows.reduce((sum, { quantity }) => sum + quantity, 0);
    },
    /** Carries out the plan of the day. */
    act: async (person: Person, day: number) => {
      const plan: Readonly<Record<number, Step>> = plans[person.role];
      const step = plan[day];
      if (!step || person.hasLeft) return;
      await steps[step](person);
      await look();
    },
    /** Asks Stripe about payments, and makes top-ups. */
    settlePayments: async () => {
      const job = await confirmPurchases(clock.now, {
        ...{ purchases, topUps, payments: allReports(access), cards: stripeCards(access) },
        currentTime: () => clock.now,
        ...{ owedRefunds: owedRefundStore(db), refunds: stripeRefunds(access) },
        creditNotes: noTopUps.creditNotes,
      });
      expect(job.error).toBeUndefined();
      await look();
      await deliver();
    },
  };
}
