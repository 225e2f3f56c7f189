import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import { processEnv } from '../../../functions/env.ts';
import { stripeSettings } from '../../../functions/settings.ts';
import { runCommand } from '../../../infra/local/credits/run-command.ts';
import { aPurchase } from '../../support/purchases.ts';
import { type Shop, startShop } from '../journeys/shop.ts';

let shop: Shop;
/** The purchases by what went wrong with each of them. */
const ids: Record<'fine' | 'lost' | 'refunded' | 'forgotten' | 'invented', string> = {
  fine: '',
  lost: '',
  refunded: '',
  forgotten: '',
  invented: randomUUID(),
};

beforeAll(async () => {
  shop = await startShop();
  const { db } = shop.api;
  const buy = async (sub: string, mode: string): Promise<string> => {
    await shop.onDashboard('mode', { mode });
    const cookie = await shop.signIn(sub);
    await shop.press(await shop.open(cookie, { pack: 'medium' }), { action: 'pay' });
    return (await shop.purchases(cookie))[0]?.id ?? '';
  };
  ids.fine = await buy('ann', 'once');
  ids.lost = await buy('ben', 'dropped');
  ids.forgotten = await buy('cyd', 'dropped');
  await db.deleteFrom('purchases').where('id', '=', ids.forgotten).execute();
  ids.refunded = await buy('dan', 'once');
  await shop.onDashboard('mode', { mode: 'dropped' });
  await shop.onDashboard('refund', { amount: '20' });
  const { wallet_id: walletId } = await db
    .selectFrom('purchases')
    .select('wallet_id')
    .executeTakeFirstOrThrow();
  // The purchase's id has no time in it, so it sorts behind all others.
  ids.invented = `f${ids.invented.slice(1)}`;
  await purchaseStore(db).begin(aPurchase({ id: ids.invented, walletId }));
});

afterAll(() => shop.close());

function reconcile(options: { since?: string; apply?: boolean } = {}, stripe = access) {
  const siteOrigin = shop.api.origin;
  const deps = { db: shop.api.db, now: new Date(), randomBytes, stripe, siteOrigin };
  return runCommand({ command: 'payments reconcile', ...options }, deps);
}

const access = () => stripeSettings(processEnv());

test('shows every difference both ways, mends what it can, and leaves the rest to a person', async () => {
  const shown = await reconcile();
  const rest = [
    { purchase: ids.forgotten, here: 'unknown', there: 'paid', remedy: 'look' },
    { purchase: ids.invented, there: 'unknown', remedy: 'look' },
  ];
  const refunded = { purchase: ids.refunded, here: 'paid', there: 'refunded' };
  const lost = { purchase: ids.lost, here: 'pending', there: 'paid' };
  expect(shown.ok).toBe(false);
  expect(shown.body.differences).toMatchObject([
    { ...refunded, remedy: 'apply' },
    rest[0],
    { ...lost, remedy: 'apply' },
    rest[1],
  ]);
  expect(shown.lines[0]).toMatch(/^purchase +here +Stripe +remedy$/);
  expect(shown.lines).toHaveLength(5);
  const mended = await reconcile({ apply: true });
  expect(mended.body.differences).toMatchObject([
    { ...refunded, remedy: 'applied' },
    rest[0],
    { ...lost, remedy: 'applied' },
    rest[1],
  ]);
  expect((await reconcile({ apply: true })).body.differences).toMatchObject(rest);
  expect(await shop.balance(await shop.signIn('ben'))).toMatchObject({ available: 525 });
  expect(await shop.balance(await shop.signIn('dan'))).toMatchObject({ available: 25 });
});

test('finds a purchase that we call paid and Stripe does not', async () => {
  const paid = { kind: 'paid', paymentId: 'pi_1', amountMinor: 2_000, currency: 'USD' } as const;
  const since = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length);
  const unpaid = await shop.open(await shop.signIn('eve'), { pack: 'medium' });
  const { reference = '' } = shop.account.read().sessions.at(-1) ?? {};
  await purchaseStore(shop.api.db).apply({ ...paid, purchaseId: reference }, new Date());
  expect(unpaid).toContain('/pay/');
  const { body } = await reconcile({ since });
  expect(body.differences).toContainEqual({
    purchase: reference,
    here: 'paid',
    there: 'not paid',
    remedy: 'look',
  });
});

test('says what to do when the payment service does not answer, or the day lies ahead', async () => {
  const closed = () => ({ ...access(), apiBase: 'http://localhost:1' });
  const unreachable = await reconcile({}, closed);
  expect(unreachable).toMatchObject({ ok: false, body: { code: 'payments_unreachable' } });
  const ahead = await reconcile({ since: '2999-01-01' });
  expect(ahead.lines).toEqual(['The day of --since must not lie ahead. (query_invalid)']);
});
