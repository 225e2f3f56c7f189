import type { Kysely } from 'kysely';
import { accountStore } from '../../functions/adapters/postgres/account/account-store.ts';
import { userStore } from '../../functions/adapters/postgres/account/user-store.ts';
import { newId } from '../../functions/adapters/postgres/connection/store-tools.ts';
import { ledgerStore } from '../../functions/adapters/postgres/ledger/ledger-store.ts';
import { purchaseStore } from '../../functions/adapters/postgres/purchase/purchase-store.ts';
import { topUpStore } from '../../functions/adapters/postgres/purchase/saved-cards.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { stripePayments } from '../../functions/adapters/stripe/payments.ts';
import { allReports, stripeCards } from '../../functions/adapters/stripe/saved-cards.ts';
import { stripeWebhooks } from '../../functions/adapters/stripe/webhooks.ts';
import { start } from '../../functions/checkout/start.ts';
import { fingerprintsOf } from '../../functions/domain/account/departure.ts';
import { askAboutPurchase } from '../../functions/purchases/ask-about-purchase.ts';
import { makeTopUps, type TopUpDeps } from '../../functions/purchases/make-top-ups.ts';
import { currencies, packs } from '../../src/contract/prices.ts';
import type { TopUpRule } from '../../src/contract/top-up.ts';
import { aStripe, stripeKey } from '../integration/local/a-stripe.ts';
import { siteOrigin } from './api-event.ts';
import { now as noon, sessionCaller } from './memory-stores.ts';
import { plainRequest } from './plain-request.ts';
import { aSignIn, trialKeySecret } from './sign-ins.ts';
import { webhookSecret } from './stripe-events.ts';

/** So many minutes after the tests begin. */
export const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

export const [currency] = currencies;

/** The pack of the rule: 500 credits for 20 dollars in the shop of the stories. */
export const pack = packs[1] ?? packs[0];

/** The price of so many packs, in minor units. */
export const priceOf = (packs: number) => packs * pack.priceMinor[currency];

/** Below 100 credits a pack, and two of them a month. */
export const rule: TopUpRule = {
  ...{ below: 100, upTo: 100, pack: pack.id, currency },
  ...{ mostMinor: priceOf(2), priceMinor: priceOf(1) },
};

/** A user with a wallet, the stand-in for Stripe, and what they do with one another. */
export async function topUpWorld(
  db: Kysely<Schema>,
  sub = 'ada',
  onWebhook: (payload: string) => void = () => {},
  invoices?: 'inclusive' | 'exclusive',
) {
  let stripeTime = noon;
  const stripe = await aStripe(() => stripeTime, onWebhook);
  const access = { secretKey: stripeKey, apiBase: stripe.origin, siteOrigin, invoices };
  const signedIn = await userStore(db).signIn(aSignIn(sub, { now: noon }));
  if (!signedIn.ok) throw new Error(signedIn.code);
  const { walletId, profile } = signedIn.account;
  const purchases = purchaseStore(db);
  const topUps = topUpStore(db);
  const cards = stripeCards(access);
  const deps = { topUps, purchases, cards, payments: allReports(access) };
  let delivered = 0;
  let runs = 0;

  /** Applies the webhooks that were sent since the last time. */
  const deliver = async (at = noon) => {
    const webhooks = stripeWebhooks({ ...access, webhookSecret });
    for (const { payload, signature } of stripe.sent.slice(delivered)) {
      const read = await webhooks.read(Buffer.from(payload), signature, stripeTime);
      if (read.ok && read.event) await purchases.apply(read.event, at);
    }
    delivered = stripe.sent.length;
  };

  /** Buys the pack, and pays on the page. */
  const buy = async (
    saveCard: boolean,
    at = noon,
    beforePaying = async () => {},
    typed: Readonly<Record<string, string>> = {},
  ) => {
    stripeTime = at;
    const account = { ...sessionCaller.account, walletId };
    const request = { ...plainRequest, caller: { ...sessionCaller, account }, now: at };
    const checkout = { payments: stripePayments(access), newId, siteOrigin, purchases };
    const started = await start({ ...request, body: { pack: pack.id, saveCard } }, checkout);
    if (!('body' in started)) throw new Error(started.code);
    await beforePaying();
    await stripe.press(new URL(started.body.url).pathname, { action: 'pay', ...typed });
    await deliver(at);
  };

  const run = (minutes: number, changes: Partial<TopUpDeps> = {}) =>
    makeTopUps(later(minutes), { ...deps, currentTime: () => later(minutes), ...changes });
  const save = (changes: Partial<TopUpRule> = {}, minutes = 0) =>
    topUps.save(walletId, { ...rule, ...changes }, later(minutes));
  const end = (minutes: number) => topUps.end(walletId, later(minutes));

  const hold = async (credits: number, at = noon): Promise<string> => {
    runs += 1;
    const idempotencyKey = `${sub}-run-${runs}`;
    const meta = { idempotencyKey, actor: 'service', now: at };
    const command = { walletId, lifeMs: 3_600_000, reference: 'run', keyed: meta };
    const held = await ledgerStore(db).hold({ ...command, amountCredits: credits });
    if (!held.ok) throw new Error(held.code);
    return held.body.id;
  };
  const capture = async (holdId: string, at = noon) => {
    const keyed = { idempotencyKey: `capture ${holdId}`, actor: 'service', now: at };
    const captured = await ledgerStore(db).capture({ holdId, keyed });
    if (!captured.ok) throw new Error(captured.code);
  };

  /** A run of a flow or a service, which costs so many credits. */
  const spend = async (credits: number, at = noon) => capture(await hold(credits, at), at);

  return {
    ...{ db, stripe, access, walletId, deps, topUps, purchases, deliver, buy, hold, capture },
    ...{ run, save, end, spend },
    /** A card is saved, the rule is set, and all but 80 credits are spent. */
    nearlyOut: async (changes: Partial<TopUpRule> = {}) => {
      await buy(true);
      await save(changes);
      await run(0);
      await spend(445);
    },
    /** The webhooks that were sent since the last time never come. */
    lose: () => {
      delivered = stripe.sent.length;
    },
    /** A worker that dies in a charge: after the bank took the money, or before. */
    dying: (isCharged: boolean): TopUpDeps['cards'] => ({
      ...cards,
      charge: async (...args) => {
        if (isCharged) await cards.charge(...args);
        throw new Error('the lights went out');
      },
    }),
    /** A charge during which something happens: after the last look at the rule, before money moves. */
    during: (event: () => Promise<unknown>): TopUpDeps['cards'] => ({
      ...cards,
      charge: (sessionId, order) => {
        const isWanted = async () => {
          const isOn = await order.isWanted();
          await event();
          return isOn;
        };
        return cards.charge(sessionId, { ...order, isWanted });
      },
    }),
    /** The operator gives so many dollars of the first purchase back. */
    refund: async (amount: string, minutes = 0) => {
      const [first] = stripe.read().sessions;
      await stripe.press('/dashboard', { action: 'refund', id: first?.id ?? '', amount });
      await deliver(later(minutes));
    },
    /** The actions of the bank of the first purchase's payer. */
    dispute: async (action: 'dispute' | 'win' | 'lose') => {
      const { sessions, disputes } = stripe.read();
      const [of] = action === 'dispute' ? sessions : disputes;
      await stripe.press('/dashboard', { action, id: of?.id ?? '' });
      await deliver();
    },
    /** Asks about a purchase, as the schedule and the account page do. */
    ask: (id: string, minutes: number) =>
      askAboutPurchase(id, { now: later(minutes), pauseMs: 0 }, deps),
    /** Decides about the next charges of the newest card. */
    next: (end: string) =>
      stripe.press('/dashboard', {
        action: 'card',
        id: stripe.read().cards.at(-1)?.id ?? '',
        next: end,
      }),
    state: async (minutes = 0) => (await topUps.read(walletId, later(minutes))).state,
    available: async () => {
      const wallets = db.selectFrom('wallets').where('id', '=', walletId).select('available');
      return (await wallets.executeTakeFirstOrThrow()).available;
    },
    /** The charges without a page, and how each ended. */
    charges: () => stripe.read().sessions.flatMap(({ charge }) => charge ?? []),
    told: async () => {
      const rows = await db.selectFrom('outbox').select('event').orderBy('id').execute();
      return rows.map(({ event }) => event).filter((event) => event.startsWith('top_up'));
    },
    leave: async () => {
      const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
      const fingerprints = fingerprintsOf(profile, trialKeySecret);
      await accountStore(db).remove({ userId: user.id, walletId, fingerprints, now: noon });
    },
  };
}

export type TopUpWorld = Awaited<ReturnType<typeof topUpWorld>>;
