import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { type Shop, startShop } from './shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

// After every journey the audit finds nothing, and the log names nobody.
afterEach(async () => {
  expect(await auditLedger(shop.api.db)).toEqual([]);
  expect(shop.api.logged.join('\n')).not.toMatch(/@example\.com|sk_test_|whsec_/);
});

const race = { pack: 'race' } as const;
const paid = { action: 'pay' } as const;

/** A user who has bought 500 credits for 20 dollars. */
async function buyer(sub: string): Promise<string> {
  const cookie = await shop.signIn(sub);
  await shop.press(await shop.open(cookie, race), paid);
  return cookie;
}

/** Spends credits of a user, as a service does. */
async function spend(sub: string, amountCredits: number): Promise<void> {
  const ledger = ledgerStore(shop.api.db);
  const walletId = (await ledger.walletOf(sub)) ?? '';
  const keyed = (idempotencyKey: string) => ({ idempotencyKey, actor: 'test', now: new Date() });
  const lent = { walletId, amountCredits, lifeMs: 60_000, reference: 'run' };
  const held = await ledger.hold({ ...lent, keyed: keyed(`${sub}-hold`) });
  if (!held.ok) throw new Error(`nothing was held: ${held.code}`);
  const spent = await ledger.capture({ holdId: held.body.id, keyed: keyed(`${sub}-capture`) });
  expect(spent.ok).toBe(true);
}

test('a user who pays has the credits when the page leads back', async () => {
  const cookie = await shop.signIn('ann');
  const page = await shop.open(cookie, { ...race, currency: 'CNY', language: 'zh' });
  const shown = await (await fetch(page)).text();
  expect(shown).toContain('500 Millrace 积分');
  expect(shown).toContain('140.00');
  expect(shown).toContain('ann@example.com');
  expect(await shop.purchases(cookie)).toMatchObject([{ state: 'pending' }]);

  const back = await shop.press(page, paid);
  const [purchase] = await shop.purchases(cookie);
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toBe(
    `${shop.api.origin}/zh/account/?purchase=${purchase?.id}#purchases`,
  );
  expect(purchase).toMatchObject({
    pack: 'race',
    credits: 500,
    currency: 'CNY',
    amountMinor: 14_000,
    state: 'paid',
    takenBackMinor: 0,
    takenBackCredits: 0,
  });
  expect(await shop.balance(cookie)).toMatchObject({ available: 525, owed: 0 });
});

test('a user whose card is declined has nothing, and can pay with another card', async () => {
  const cookie = await shop.signIn('ben');
  const page = await shop.open(cookie, race);
  const declined = await shop.press(page, { action: 'decline' });
  expect(declined.status).toBe(402);
  expect(await declined.text()).toContain('The card was declined');
  expect(await shop.balance(cookie)).toMatchObject({ available: 25 });
  expect(await shop.purchases(cookie)).toMatchObject([{ state: 'pending' }]);
  await shop.press(page, paid);
  expect(await shop.balance(cookie)).toMatchObject({ available: 525 });
});

test('a user who leaves has nothing, and the purchase is abandoned when the page expires', async () => {
  const cookie = await shop.signIn('cyd');
  const page = await shop.open(cookie, race);
  const shown = await (await fetch(page)).text();
  expect(shown).toContain(`href="${shop.api.origin}/account/#packs"`);
  expect(await shop.onDashboard('expire')).toBe(303);
  expect(await shop.purchases(cookie)).toMatchObject([{ state: 'abandoned' }]);
  expect((await shop.press(page, paid)).status).toBe(410);
  expect(await shop.balance(cookie)).toMatchObject({ available: 25 });
});

test('two refunds of half the price take half of the credits each', async () => {
  const cookie = await buyer('dan');
  expect(await shop.onDashboard('refund', { amount: '10' })).toBe(303);
  expect(await shop.balance(cookie)).toMatchObject({ available: 275 });
  expect(await shop.purchases(cookie)).toMatchObject([
    { state: 'partly_refunded', takenBackMinor: 1_000, takenBackCredits: 250 },
  ]);
  expect(await shop.onDashboard('refund', { amount: '10.01' })).toBe(422);
  expect(await shop.onDashboard('refund', { amount: '10.00' })).toBe(303);
  expect(await shop.balance(cookie)).toMatchObject({ available: 25, owed: 0 });
  expect(await shop.purchases(cookie)).toMatchObject([
    { state: 'refunded', takenBackMinor: 2_000, takenBackCredits: 500 },
  ]);
});

test('a refund that fails returns the credits', async () => {
  const cookie = await buyer('eve');
  await shop.onDashboard('refund', { amount: '20' });
  expect(await shop.balance(cookie)).toMatchObject({ available: 25 });
  expect(await shop.onDashboard('fail-refund')).toBe(303);
  expect(await shop.balance(cookie)).toMatchObject({ available: 525, owed: 0 });
  expect(await shop.purchases(cookie)).toMatchObject([{ state: 'paid', takenBackCredits: 0 }]);
});

test('a dispute takes the credits, and they stay away when it is lost', async () => {
  const cookie = await buyer('fay');
  expect(await shop.onDashboard('dispute')).toBe(303);
  expect(await shop.balance(cookie)).toMatchObject({ available: 25 });
  expect(await shop.purchases(cookie)).toMatchObject([{ state: 'disputed' }]);
  expect(await shop.onDashboard('lose')).toBe(303);
  expect(await shop.balance(cookie)).toMatchObject({ available: 25 });
  expect(await shop.purchases(cookie)).toMatchObject([{ state: 'dispute_lost' }]);
});

test('a dispute about credits that were spent leaves a debt, which a dispute won cancels', async () => {
  const cookie = await buyer('gus');
  await spend('gus', 325);
  expect(await shop.balance(cookie)).toMatchObject({ available: 200 });
  await shop.onDashboard('dispute');
  expect(await shop.balance(cookie)).toMatchObject({ available: 0, owed: 300 });
  expect(await shop.onDashboard('win')).toBe(303);
  expect(await shop.balance(cookie)).toMatchObject({ available: 200, owed: 0 });
  expect(await shop.purchases(cookie)).toMatchObject([{ state: 'dispute_won' }]);
});

test('the next purchase pays a debt first', async () => {
  const cookie = await buyer('hal');
  await spend('hal', 525);
  await shop.onDashboard('refund', { amount: '20' });
  expect(await shop.balance(cookie)).toMatchObject({ available: 0, owed: 500 });
  await shop.press(await shop.open(cookie, { pack: 'river' }), paid);
  expect(await shop.balance(cookie)).toMatchObject({ available: 1_500, owed: 0 });
});

test('webhooks that come twice at the same time count once', async () => {
  await shop.onDashboard('mode', { mode: 'twice' });
  const cookie = await buyer('ida');
  await shop.onDashboard('refund', { amount: '5' });
  await shop.onDashboard('mode', { mode: 'once' });
  expect(await shop.balance(cookie)).toMatchObject({ available: 400 });
});

test('a refund that is reported before the payment waits for it', async () => {
  await shop.onDashboard('mode', { mode: 'held' });
  const cookie = await buyer('jon');
  await shop.onDashboard('refund', { amount: '5' });
  expect(await shop.balance(cookie)).toMatchObject({ available: 25 });
  expect(await shop.purchases(cookie)).toMatchObject([{ state: 'pending' }]);
  await shop.onDashboard('mode', { mode: 'once' });
  expect(await shop.onDashboard('release', { order: 'newest' })).toBe(303);
  expect(await shop.balance(cookie)).toMatchObject({ available: 400 });
  expect(await shop.purchases(cookie)).toMatchObject([
    { state: 'partly_refunded', takenBackMinor: 500, takenBackCredits: 125 },
  ]);
});

test('a purchase is shown to its owner only', async () => {
  await buyer('kim');
  expect(await shop.purchases(await shop.signIn('leo'))).toEqual([]);
});
