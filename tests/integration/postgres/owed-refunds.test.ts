import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountStore } from '../../../functions/adapters/postgres/account/account-store.ts';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { owedRefundStore } from '../../../functions/adapters/postgres/purchase/owed-refund-store.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import { stripePayments } from '../../../functions/adapters/stripe/payments.ts';
import { stripeRefunds } from '../../../functions/adapters/stripe/refunds.ts';
import { stripeWebhooks } from '../../../functions/adapters/stripe/webhooks.ts';
import { start } from '../../../functions/checkout/start.ts';
import { fingerprintsOf } from '../../../functions/domain/account/departure.ts';
import { makeOwedRefunds } from '../../../functions/purchases/make-owed-refunds.ts';
import { packs } from '../../../src/contract/prices.ts';
import { siteOrigin } from '../../support/api-event.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { now as noon, sessionCaller } from '../../support/memory-stores.ts';
import { plainRequest } from '../../support/plain-request.ts';
import { aSignIn, trialKeySecret } from '../../support/sign-ins.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { webhookSecret } from '../../support/stripe-events.ts';
import { thoroughness } from '../../support/thoroughness.ts';
import { aStripe, type Stripe, stripeKey as secretKey } from '../local/a-stripe.ts';

const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

/** The second pack, or the only one. */
const [firstPack, pack = firstPack] = packs;

describe.each(thoroughness.databases)(
  'a payment after the deletion, on the %s database',
  (kind) => {
    const { db } = databaseOfBlock(kind);
    let stripe: Stripe;
    let access: { secretKey: string; apiBase: string; siteOrigin: string };

    beforeEach(async () => {
      stripe = await aStripe(noon);
      access = { secretKey, apiBase: stripe.origin, siteOrigin };
    });

    afterEach(async () => {
      expect(await auditLedger(db)).toEqual([]);
      await deleteRows(db);
      await stripe.close();
    });

    const deps = () => ({
      purchases: purchaseStore(db),
      owedRefunds: owedRefundStore(db),
      refunds: stripeRefunds(access),
    });

    /** Opens a payment page, deletes the account, and pays. */
    async function payAfterDeletion() {
      const signedIn = await userStore(db).signIn(aSignIn('ada', { verified: false, now: noon }));
      if (!signedIn.ok) throw new Error(signedIn.code);
      const { walletId, profile } = signedIn.account;
      const account = { ...sessionCaller.account, walletId };
      const request = { ...plainRequest, caller: { ...sessionCaller, account }, now: noon };
      const checkout = { payments: stripePayments(access), newId, siteOrigin };
      const purchases = purchaseStore(db);
      await start({ ...request, body: { pack: pack.id } }, { ...checkout, purchases });
      const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
      const fingerprints = fingerprintsOf(profile, trialKeySecret);
      await accountStore(db).remove({ userId: user.id, walletId, fingerprints, now: noon });
      const [session] = stripe.read().sessions;
      await stripe.press(`/pay/${session?.id}`, { action: 'pay' });
      await deliver();
      return { walletId, sessionId: session?.id ?? '' };
    }

    /** Delivers all webhooks so far, again as well. */
    async function deliver() {
      const webhooks = stripeWebhooks({ ...access, webhookSecret });
      for (const { payload, signature } of stripe.sent) {
        const read = await webhooks.read(Buffer.from(payload), signature, noon);
        if (read.ok && read.event) await purchaseStore(db).apply(read.event, noon);
      }
    }

    const owed = () => db.selectFrom('owed_refunds').selectAll().executeTakeFirstOrThrow();
    const sums = () =>
      db.selectFrom('wallets').select(['available', 'owed']).executeTakeFirstOrThrow();
    const refunded = () => stripe.read().refunds.map(({ amountMinor }) => amountMinor);

    test('goes back by itself, once, with its entries and its line in the books', async () => {
      await payAfterDeletion();
      expect(await sums()).toEqual({ available: 500, owed: 0 });
      expect(await makeOwedRefunds(later(1), deps())).toEqual({
        settled: 1,
        refused: 0,
        errors: [],
      });
      expect(await sums()).toEqual({ available: 0, owed: 0 });
      await deliver();
      expect(await makeOwedRefunds(later(2), deps())).toEqual({
        settled: 0,
        refused: 0,
        errors: [],
      });
      expect(refunded()).toEqual([2_000]);
      const entries = await db.selectFrom('entries').select('kind').orderBy('number').execute();
      expect(entries.map((entry) => entry.kind)).toEqual(['grant', 'refund']);
      expect(await owed()).toMatchObject({
        state: 'made',
        currency: 'USD',
        amount_minor: 2_000,
        refund_id: stripe.read().refunds[0]?.id,
        settled_at: later(1),
      });
    });

    test('goes back when Stripe answers again', async () => {
      await payAfterDeletion();
      const away = stripeRefunds({ ...access, apiBase: 'http://127.0.0.1:9' });
      const broken = await makeOwedRefunds(later(1), { ...deps(), refunds: away });
      expect(broken).toMatchObject({ settled: 0, refused: 0, errors: [{}] });
      expect(await owed()).toMatchObject({ state: 'owed', tries: 0 });
      expect(await makeOwedRefunds(later(2), deps())).toMatchObject({ settled: 1 });
    });

    test('goes back once when the answer of Stripe is lost, or we stop before we store it', async () => {
      await payAfterDeletion();
      const owedRefunds = {
        ...owedRefundStore(db),
        settle: () => Promise.reject(new Error('the lights went out')),
      };
      expect(await makeOwedRefunds(later(1), { ...deps(), owedRefunds })).toMatchObject({
        settled: 0,
      });
      expect(await makeOwedRefunds(later(2), deps())).toMatchObject({ settled: 1 });
      expect(refunded()).toEqual([2_000]);
    });

    test('goes back in part where the operator has refunded the rest by hand', async () => {
      const { sessionId } = await payAfterDeletion();
      await stripe.press('/dashboard', { action: 'refund', id: sessionId, amount: '5' });
      expect(await makeOwedRefunds(later(1), deps())).toMatchObject({ settled: 1 });
      expect(refunded()).toEqual([500, 1_500]);
      await deliver();
      expect(await sums()).toEqual({ available: 0, owed: 0 });
    });

    test.each([
      ['refunded it all', 'refund', { amount: '20' }],
      ['lost it to a dispute', 'dispute', {}],
    ])('is settled without a refund where we have %s', async (_what, action, fields) => {
      const { sessionId } = await payAfterDeletion();
      await stripe.press('/dashboard', { action, id: sessionId, ...fields });
      expect(await makeOwedRefunds(later(1), deps())).toMatchObject({ settled: 1, refused: 0 });
      expect(await owed()).toMatchObject({ state: 'needless', refund_id: null });
      await deliver();
    });

    test('is owed again when its refund fails, and goes back by a new one', async () => {
      await payAfterDeletion();
      await makeOwedRefunds(later(1), deps());
      const [first] = stripe.read().refunds;
      await stripe.press('/dashboard', { action: 'fail-refund', id: first?.id ?? '' });
      await deliver();
      expect(await owed()).toMatchObject({ state: 'owed', tries: 1 });
      expect(await makeOwedRefunds(later(2), deps())).toMatchObject({ settled: 1 });
      expect(stripe.read().refunds.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
      expect(await sums()).toEqual({ available: 0, owed: 0 });
    });

    test('stays made when an inquiry of the bank ends, which never took money', async () => {
      await payAfterDeletion();
      await makeOwedRefunds(later(1), deps());
      const { purchase_id: purchaseId, payment_id: paymentId } = await owed();
      const dispute = { id: 'dp_1', kind: 'dispute', amountMinor: 2_000 } as const;
      const about = { purchaseId, paymentId: paymentId ?? '', currency: 'USD' };
      for (const status of ['announced', 'returned'] as const) {
        const event = { kind: 'reversal', ...about, reversal: { ...dispute, status } } as const;
        await purchaseStore(db).apply(event, later(2));
      }
      expect(await owed()).toMatchObject({ state: 'made' });
    });

    test('waits ever longer while Stripe refuses, and is counted', async () => {
      await payAfterDeletion();
      const forbidden = stripeRefunds({ ...access, secretKey: 'rk_test_without_this_right' });
      const refusing = { ...deps(), refunds: forbidden };
      expect(await makeOwedRefunds(later(0), refusing)).toMatchObject({ refused: 1 });
      expect(await makeOwedRefunds(later(0.9), refusing)).toMatchObject({ refused: 0 });
      expect(await makeOwedRefunds(later(1), refusing)).toMatchObject({ refused: 1 });
      expect(await owed()).toMatchObject({ tries: 2, next_try_at: later(3) });
      expect(await makeOwedRefunds(later(3), deps())).toMatchObject({ settled: 1 });
    });
  },
);
