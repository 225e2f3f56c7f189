import { afterAll, afterEach, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { startShop } from './shop.ts';
import { callAsUser } from './signed-in.ts';

const shop = await startShop();
afterAll(shop.close);

// After every journey the audit finds nothing, and the log names nobody.
afterEach(async () => {
  expect(await auditLedger(shop.api.db)).toEqual([]);
  expect(shop.api.logged.join('\n')).not.toMatch(/@example\.com|sk_test_|whsec_/);
});

const race = { pack: 'medium' } as const;
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
    pack: 'medium',
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

/** Asks about the newest purchase, as the page does whose user comes back from the payment. */
async function confirm(
  cookie: string,
  owner = cookie,
): Promise<{ status: number; state: unknown }> {
  const [purchase] = await shop.purchases(owner);
  const path = `/api/purchases/${purchase?.id}/confirm`;
  const answer = await callAsUser(shop.api, cookie, path, { method: 'POST' });
  const body: unknown = await answer.json();
  const { state, code } = Object(body);
  return { status: answer.status, state: state ?? code };
}

test('who comes back has the credits, though every webhook is lost', async () => {
  await shop.onDashboard('mode', { mode: 'dropped' });
  const cookie = await buyer('max');
  expect(await shop.purchases(cookie)).toMatchObject([{ state: 'pending' }]);
  expect(await confirm(cookie)).toEqual({ status: 200, state: 'paid' });
  expect(await confirm(cookie)).toEqual({ status: 200, state: 'paid' });
  await shop.onDashboard('mode', { mode: 'once' });
  expect(await shop.balance(cookie)).toMatchObject({ available: 525 });
});

test('a page asks Stripe once in five seconds, however often it calls', async () => {
  await shop.onDashboard('mode', { mode: 'dropped' });
  const cookie = await shop.signIn('nan');
  const page = await shop.open(cookie, race);
  expect(await confirm(cookie)).toEqual({ status: 200, state: 'pending' });
  await shop.press(page, paid);
  await shop.onDashboard('mode', { mode: 'once' });
  expect(await confirm(cookie)).toEqual({ status: 200, state: 'pending' });
  const earlier = new Date(Date.now() - 5_000);
  await shop.api.db.updateTable('purchases').set({ asked_at: earlier }).execute();
  expect(await confirm(cookie)).toEqual({ status: 200, state: 'paid' });
});

test('nobody asks about another user’s purchase', async () => {
  const cookie = await buyer('ola');
  const stranger = await shop.signIn('pat');
  expect(await confirm(stranger, cookie)).toEqual({ status: 404, state: 'purchase_not_found' });
});

test('a purchase is shown to its owner only', async () => {
  await buyer('kim');
  expect(await shop.purchases(await shop.signIn('leo'))).toEqual([]);
});
