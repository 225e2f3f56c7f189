import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { owedRefundStore } from '../../../functions/adapters/postgres/purchase/owed-refund-store.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import { stripePayments } from '../../../functions/adapters/stripe/payments.ts';
import { stripeRefunds } from '../../../functions/adapters/stripe/refunds.ts';
import { allReports } from '../../../functions/adapters/stripe/saved-cards.ts';
import { stripeWebhooks } from '../../../functions/adapters/stripe/webhooks.ts';
import { start } from '../../../functions/checkout/start.ts';
import { purchaseReplyOf } from '../../../functions/domain/purchase/purchase.ts';
import { confirm } from '../../../functions/purchases/confirm.ts';
import { confirmPurchases } from '../../../functions/schedules/confirm-purchases.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { packs } from '../../../src/contract/prices.ts';
import { siteOrigin } from '../../support/api-event.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { now as noon, sessionCaller } from '../../support/memory-stores.ts';
import { plainRequest } from '../../support/plain-request.ts';
import { noTopUps } from '../../support/purchases.ts';
import { aSignIn } from '../../support/sign-ins.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { webhookSecret } from '../../support/stripe-events.ts';
import { thoroughness } from '../../support/thoroughness.ts';
import { aStripe, type Stripe, stripeKey as secretKey } from '../local/a-stripe.ts';

const MINUTE_MS = 60_000;
/** More buyers than a page of Stripe's list has. */
const CROWD = 101;

/** The second pack, or the only one. */
const [firstPack, pack = firstPack] = packs;

describe.each(thoroughness.databases)('a purchase without a page on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);
  let stripe: Stripe;
  let now: Date;
  let walletId: string;

  beforeEach(async () => {
    now = noon;
    stripe = await aStripe(() => now);
    const signedIn = await userStore(db).signIn(aSignIn('ada', { verified: false, now }));
    if (!signedIn.ok) throw new Error(signedIn.code);
    walletId = signedIn.account.walletId;
  });

  afterEach(async () => {
    await deleteRows(db);
    await stripe.close();
  });

  const access = () => ({ secretKey, apiBase: stripe.origin, siteOrigin });
  const request = () => {
    const account = { ...sessionCaller.account, walletId };
    return { ...plainRequest, caller: { ...sessionCaller, account }, now };
  };

  /** Begins a purchase, and is killed where a step says so. */
  async function begin(killed?: 'before the page' | 'behind the page'): Promise<string> {
    let id = '';
    const purchases = purchaseStore(db);
    const { openPage, findPage } = stripePayments(access());
    const dead = () => Promise.reject(new Error('killed'));
    const payments = { openPage: killed === 'before the page' ? dead : openPage, findPage };
    const storing = killed === 'behind the page' ? { ...purchases, storeSession: dead } : purchases;
    const makeId = (at: Date) => (id = newId(at));
    const deps = { purchases: storing, payments, newId: makeId, siteOrigin };
    const started = start({ ...request(), body: { pack: pack.id } }, deps);
    if (killed === undefined) expect(await started).toMatchObject({ status: 200 });
    else await expect(started).rejects.toThrow('killed');
    return id;
  }

  /** Runs the schedule after so many minutes or days; answers its error. */
  async function run(laterMs: number) {
    now = new Date(noon.getTime() + laterMs);
    const purchases = purchaseStore(db);
    const deps = { purchases, payments: allReports(access()), ...noTopUps };
    const refunds = { owedRefunds: owedRefundStore(db), refunds: stripeRefunds(access()) };
    return (await confirmPurchases(now, { ...deps, ...refunds })).error;
  }

  async function stateOf(id: string) {
    const purchase = await purchaseStore(db).find(walletId, id);
    return purchase && purchaseReplyOf(purchase, now).state;
  }

  test('is not paid once its time is over, and Stripe’s list of its time lacks it', async () => {
    const id = await begin('before the page');
    expect([await run(30 * MINUTE_MS), await stateOf(id)]).toEqual([undefined, 'pending']);
    expect([await run(91 * MINUTE_MS), await stateOf(id)]).toEqual([undefined, 'abandoned']);
  });

  test('is not paid for a buyer who comes back', async () => {
    const id = await begin('before the page');
    now = new Date(noon.getTime() + 61 * MINUTE_MS);
    expect(await stateOf(id)).toBe('unconfirmed');
    const deps = { purchases: purchaseStore(db), payments: allReports(access()) };
    const answer = await confirm({ ...request(), params: { id } }, deps);
    expect(answer).toMatchObject({ status: 200, body: { state: 'abandoned' } });
  });

  test('is told from pages that can be paid, on whatever page of the list they are', async () => {
    const hidden = await begin('behind the page');
    const unopened = await begin('before the page');
    for (let buyers = 0; buyers < CROWD; buyers += 1) await begin();
    // Stripe keeps a page for as long as it was asked to, so its clock stands still here.
    const ends = db.updateTable('purchases').set({ open_until: noon });
    await ends.where('id', 'in', [hidden, unopened]).execute();
    const deps = { purchases: purchaseStore(db), payments: allReports(access()) };
    for (const id of [hidden, unopened]) await confirm({ ...request(), params: { id } }, deps);
    expect([await stateOf(hidden), await stateOf(unopened)]).toEqual(['unconfirmed', 'abandoned']);
  });

  test('is closed by Stripe’s word if the page was opened all the same', async () => {
    const id = await begin('behind the page');
    expect([await run(91 * MINUTE_MS), await stateOf(id)]).toEqual([undefined, 'abandoned']);
  });

  test('stays unconfirmed while Stripe is away, and is asked about after ten days too', async () => {
    const id = await begin('before the page');
    await stripe.close();
    expect(await run(91 * MINUTE_MS)).toBeInstanceOf(Error);
    expect(await stateOf(id)).toBe('unconfirmed');
    stripe = await aStripe(() => now);
    expect([await run(11 * DAY_MS), await stateOf(id)]).toEqual([undefined, 'abandoned']);
  });

  test('is not one whose page another account or mode of Stripe has', async () => {
    const id = await begin();
    await stripe.close();
    stripe = await aStripe(() => now);
    expect([await run(11 * DAY_MS), await stateOf(id)]).toEqual([undefined, 'unconfirmed']);
  });

  test('is paid if a payment comes after it was closed', async () => {
    const id = await begin('behind the page');
    const [session] = stripe.read().sessions;
    await stripe.press(`/pay/${session?.id}`, { action: 'pay' });
    const closed = { kind: 'progress', purchaseId: id, progress: 'closed' } as const;
    await purchaseStore(db).apply(closed, now);
    expect(await stateOf(id)).toBe('abandoned');
    const webhooks = stripeWebhooks({ ...access(), webhookSecret });
    for (const { payload, signature } of stripe.sent) {
      const read = await webhooks.read(Buffer.from(payload), signature, now);
      if (read.ok && read.event) await purchaseStore(db).apply(read.event, now);
    }
    expect(await stateOf(id)).toBe('paid');
  });
});
