import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { userStore } from '../../functions/adapters/postgres/account/user-store.ts';
import { auditLedger, runAudit } from '../../functions/adapters/postgres/audit/audit.ts';
import { readInvoiceBooks } from '../../functions/adapters/postgres/audit/invoice-books.ts';
import { newId } from '../../functions/adapters/postgres/connection/store-tools.ts';
import { ledgerStore } from '../../functions/adapters/postgres/ledger/ledger-store.ts';
import { sweepStore } from '../../functions/adapters/postgres/ledger/sweep-store.ts';
import { creditNoteStore } from '../../functions/adapters/postgres/purchase/credit-note-store.ts';
import { purchaseStore } from '../../functions/adapters/postgres/purchase/purchase-store.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { stripeCreditNotes } from '../../functions/adapters/stripe/credit-notes.ts';
import { paymentFees } from '../../functions/adapters/stripe/fees.ts';
import { stripePayments } from '../../functions/adapters/stripe/payments.ts';
import { allReports, stripeCards } from '../../functions/adapters/stripe/saved-cards.ts';
import { stripeWebhooks } from '../../functions/adapters/stripe/webhooks.ts';
import type { NewPurchase } from '../../functions/domain/purchase/purchase.ts';
import { askAboutPurchase } from '../../functions/purchases/ask-about-purchase.ts';
import { issueCreditNotes } from '../../functions/purchases/issue-credit-notes.ts';
import { type CheckoutSession, refundableMinor } from '../../infra/local/payments/account.ts';
import { rates } from '../../infra/local/payments/tax.ts';
import { currencyRule } from '../../src/contract/currencies.ts';
import { DAY_MS } from '../../src/contract/durations.ts';
import { minorUnits } from '../../src/i18n/money.ts';
import { aStripe, stripeKey } from '../integration/local/a-stripe.ts';
import { siteOrigin } from './api-event.ts';
import { seededRandom } from './random.ts';
import { shuffled } from './shuffled.ts';
import { aSignIn } from './sign-ins.ts';
import { webhookSecret } from './stripe-events.ts';

/** Currencies of all exponents, with the least price that a code leaves payable, in minor units. */
const leastMinor = {
  ...{ USD: 200, EUR: 200, GBP: 200, HUF: 70_000, JPY: 300, KRW: 300, KWD: 1_000, ISK: 10_000 },
} as const;

/** The days on which things are sold, come back and are spent; on the last the first packs end. */
const months = ['2026-09-03', '2026-10-14', '2026-11-25', '2027-10-20'].map(
  (day) => new Date(`${day}T10:00:00Z`),
);

/** The month of a time in UTC: `2026-11`. */
export const monthOf = (time: Date) => time.toISOString().slice(0, 7);

/** How many wallets share the purchases. */
const WALLETS = 7;

/**
 * Sells a number of packs at odd prices, by all kinds of tax, codes, cards and top-ups, with refunds and
 * disputes; loses, doubles and shuffles the webhooks; and compares the books with the stand-in's account.
 * @param seed decides about everything
 */
export async function sellAndCompare(db: Kysely<Schema>, count: number, seed: number) {
  const random = seededRandom(seed);
  const below = (end: number) => Math.floor(random() * end);
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const happens = (percent: number) => below(100) < percent;
  let now = months[0] ?? new Date(0);
  const stripe = await aStripe(() => now);
  const accessOf = (invoices: 'inclusive' | 'exclusive') =>
    ({ secretKey: stripeKey, apiBase: stripe.origin, siteOrigin, invoices }) as const;
  const purchases = purchaseStore(db);
  const wallets: string[] = [];
  for (let index = 0; index < WALLETS; index += 1) {
    const signedIn = await userStore(db).signIn(
      aSignIn(`buyer-${seed}-${index}`, { now, verified: false }),
    );
    if (signedIn.ok) wallets.push(signedIn.account.walletId);
  }
  /** The month in which each refund and dispute was made. */
  const returnedIn = new Map<string, string>();
  /** The credits and their value that are left at the end of each month. */
  const left = new Map<string, Awaited<ReturnType<typeof readLeft>>>();
  let told = 0;

  const begin = async (card?: 'saves' | 'pays'): Promise<NewPurchase> => {
    const currency = oneOf(Object.keys(leastMinor) as (keyof typeof leastMinor)[]);
    const { step } = currencyRule(currency);
    const purchase: NewPurchase = {
      ...{ id: newId(now), walletId: oneOf(wallets), packId: 'medium', currency, createdAt: now },
      amountCredits: 1 + below(3_000),
      amountMinor: leastMinor[currency] + step * below(9_999),
      openUntil: new Date(now.getTime() + 3_600_000),
      ...(card ? { card } : {}),
    };
    await purchases.begin(purchase);
    return purchase;
  };

  const buy = async (): Promise<void> => {
    const access = accessOf(oneOf(['inclusive', 'exclusive']));
    const purchase = await begin(happens(30) ? 'saves' : undefined);
    const order = { purchase, title: 'A pack', language: 'en' } as const;
    const urls = { paidUrl: `${siteOrigin}/paid`, leftUrl: `${siteOrigin}/left` };
    const opened = await stripePayments(access).openPage({ ...order, ...urls });
    if (!opened.ok) throw new Error(opened.code);
    await purchases.storeSession(purchase.id, opened.sessionId);
    const code = happens(60) ? '' : oneOf(['THIRD', 'HALF', 'HALF', 'FREE']);
    const typed = { country: oneOf(Object.keys(rates)), taxId: happens(10) ? 'ATU1' : '', code };
    const paid = await stripe.press(new URL(opened.url).pathname, { action: 'pay', ...typed });
    expect(paid.status, `seed ${seed}`).toBe(303);
    if (purchase.card === undefined || code === 'FREE' || happens(40)) return;
    const topUp = await begin('pays');
    const isWanted = async () => true;
    const limits = { mostMinor: Number.MAX_SAFE_INTEGER, titleIn: () => 'A pack', isWanted };
    const charged = await stripeCards(access).charge(opened.sessionId, { ...topUp, ...limits });
    expect(charged.ok, `seed ${seed}`).toBe(true);
  };

  const giveBack = async (session: CheckoutSession & { paymentId: string }): Promise<void> => {
    const { id, currency, bill } = session;
    const left = refundableMinor(stripe.read(), session);
    const { decimals, step } = currencyRule(currency);
    const part = step * (1 + below(Math.max(1, Math.floor(left / step))));
    const minor = Math.min(left, oneOf([part, part, left, bill?.taxMinor || part]));
    const amount = (minor / minorUnits(currency)).toFixed(decimals);
    if (left > 0) await stripe.press('/dashboard', { action: 'refund', id, amount });
    if (!happens(15)) return;
    await stripe.press('/dashboard', { action: 'dispute', id });
    const opened = stripe.read().disputes.findLast((one) => one.paymentId === session.paymentId);
    const action = oneOf(['win', 'lose', 'wait']);
    if (opened && action !== 'wait') {
      await stripe.press('/dashboard', { action, id: opened.id });
    }
  };

  /** Applies the new webhooks in any order: some are lost, and some come twice. */
  const deliver = async (): Promise<void> => {
    const webhooks = stripeWebhooks({ ...accessOf('inclusive'), webhookSecret });
    const fresh = stripe.sent.slice(told).flatMap((one) => {
      if (happens(15)) return [];
      return happens(15) ? [one, one] : [one];
    });
    told = stripe.sent.length;
    for (const { payload, signature } of shuffled(fresh, below(2 ** 31))) {
      const read = await webhooks.read(Buffer.from(payload), signature, now);
      if (read.ok && read.event) await purchases.apply(read.event, now);
    }
  };

  /** Asks about what may be unknown, as the schedule does, and issues the credit notes. */
  const settle = async (): Promise<void> => {
    const { sessions, refunds, disputes } = stripe.read();
    const back = new Set([...refunds, ...disputes].map(({ paymentId }) => paymentId));
    const changed = sessions.filter(
      ({ paymentId, createdAt }) =>
        createdAt * 1_000 >= now.getTime() - DAY_MS || (paymentId !== null && back.has(paymentId)),
    );
    const ids = new Set(changed.map(({ reference, metadata }) => metadata.purchase ?? reference));
    const payments = allReports(accessOf('inclusive'));
    for (const id of ids) await askAboutPurchase(id, { now, pauseMs: 0 }, { purchases, payments });
    const creditNotes = { ...creditNoteStore(db), ...stripeCreditNotes(accessOf('inclusive')) };
    for (;;) {
      const { issued, errors } = await issueCreditNotes(now, { purchases, creditNotes });
      expect(errors, `seed ${seed}`).toEqual([]);
      if (issued === 0) return;
    }
  };

  /** Spends some of what each wallet has, and ends what is due. */
  const spend = async (): Promise<void> => {
    const [ledger, { lots }] = [ledgerStore(db), sweepStore(db)];
    const rows = await db.selectFrom('wallets').where('available', '>', 1).selectAll().execute();
    for (const { id: walletId, available } of rows) {
      const keyed = { idempotencyKey: `run-${newId(now)}`, actor: 'service', now };
      const amountCredits = 1 + below(available - 1);
      const run = { walletId, keyed, amountCredits, lifeMs: DAY_MS, reference: 'run' };
      const held = await ledger.hold(run);
      if (held.ok && !happens(20)) {
        const idempotencyKey = `capture-${newId(now)}`;
        const part = { holdId: held.body.id, amountCredits: 1 + below(amountCredits) };
        await ledger.capture({ ...part, keyed: { ...keyed, idempotencyKey } });
      }
    }
    for (const id of (await lots.due(now)) ?? []) await lots.settle(id, now);
  };

  for (const [index, month] of months.entries()) {
    now = month;
    const share = Math.floor(count / months.length);
    const here = index === 0 ? count - share * (months.length - 1) : share;
    for (let sold = 0; sold < here; sold += 1) await buy();
    for (const session of stripe.read().sessions) {
      const { paymentId } = session;
      const isDisputed = stripe.read().disputes.some((one) => one.paymentId === paymentId);
      if (paymentId !== null && !isDisputed && happens(25))
        await giveBack({ ...session, paymentId });
    }
    const { refunds, disputes } = stripe.read();
    for (const { id } of [...refunds, ...disputes]) {
      if (!returnedIn.has(id)) returnedIn.set(id, monthOf(month));
    }
    await deliver();
    now = new Date(month.getTime() + DAY_MS);
    await settle();
    await spend();
    left.set(monthOf(month), await readLeft(db));
  }
  const account = stripe.read();
  const fees = await paymentFees(accessOf('inclusive'));
  await stripe.close();
  expect(await auditLedger(db), `seed ${seed}`).toEqual([]);
  const { books } = await runAudit(db, { now });
  const lines = await readInvoiceBooks(db, fees ?? new Map(), now);
  return { account, returnedIn, left, books, lines };
}

/** The credits of sales that are left, their value, and those that have ended, by country and currency. */
async function readLeft(db: Kysely<Schema>) {
  const { rows } = await sql<{ place: string; worth: number; outstanding: number; ended: number }>`
    select place, sum(outstanding)::bigint as outstanding, sum(ended)::bigint as ended,
      sum(round(net * outstanding / credits))::bigint as worth
    from (
      select country || ' ' || currency as place, credits, sum(lots.expired) as ended,
        sum(lots.remaining + lots.held) as outstanding,
        coalesce(paid_minor, amount_minor) - coalesce(tax_minor, 0) as net
      from purchases join lots on reference = purchases.id::text where paid_minor > 0
      group by purchases.id) as sales
    group by place`.execute(db);
  return new Map(rows.map(({ place, ...numbers }) => [place, numbers]));
}
