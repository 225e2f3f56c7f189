import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { stripePayments } from '../../../functions/adapters/stripe/payments.ts';
import { drop } from '../../../functions/checkout/drop.ts';
import { resume } from '../../../functions/checkout/resume.ts';
import { start } from '../../../functions/checkout/start.ts';
import { currencies, packs } from '../../../src/contract/prices.ts';
import { siteOrigin } from '../../support/api-event.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { sessionCaller } from '../../support/memory-stores.ts';
import { plainRequest } from '../../support/plain-request.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { later, type TopUpWorld, topUpWorld } from '../../support/top-up-world.ts';

const [small, medium] = packs;
const unknown = { ok: false, code: 'purchase_not_found' };

describe('a payment page that was left', () => {
  const { db } = databaseOfBlock('embedded');
  let world: TopUpWorld;

  beforeEach(async () => {
    world = await topUpWorld(db);
  });

  afterEach(async () => {
    expect(await auditLedger(db)).toEqual([]);
    await deleteRows(db);
    await world.stripe.close();
  });

  const requestAt = (minutes: number, walletId = world.walletId) => {
    const account = { ...sessionCaller.account, walletId };
    return { ...plainRequest, caller: { ...sessionCaller, account }, now: later(minutes) };
  };
  const pages = () => stripePayments(world.access);

  async function begin(body: Parameters<typeof start>[0]['body'], minutes = 0): Promise<string> {
    const deps = { purchases: world.purchases, payments: pages(), newId, siteOrigin };
    const started = await start({ ...requestAt(minutes), body }, deps);
    return 'body' in started ? started.body.url : started.code;
  }

  const listed = async () => (await world.purchases.list(world.walletId, undefined))?.purchases;
  const newest = async () => (await listed())?.[0]?.id ?? '';
  const resumeAt = (id: string, minutes: number, walletId?: string) =>
    resume(
      { ...requestAt(minutes, walletId), params: { id } },
      { purchases: world.purchases, payments: pages() },
    );
  const dropNow = (id: string, walletId?: string) =>
    drop(
      { ...requestAt(1, walletId), params: { id } },
      { purchases: world.purchases, payments: world.deps.payments, pages: pages() },
    );
  const press = (url: string, action: string) =>
    world.stripe.press(new URL(url).pathname, { action });

  test('opens again for the same order, which is listed once', async () => {
    const url = await begin({ pack: small.id });
    expect(await begin({ pack: small.id }, 5)).toBe(url);
    expect(await listed()).toHaveLength(1);
  });

  type Order = Parameters<typeof start>[0]['body'];
  const otherCurrency = currencies
    .slice(1, 2)
    .map((currency): [string, Order] => ['another currency', { pack: small.id, currency }]);

  test.each<[string, Order]>([
    ['another pack', { pack: medium.id }],
    ...otherCurrency,
    ['a card to save', { pack: small.id, saveCard: true }],
  ])('stays as it is for %s, which has a page of its own', async (_what, body) => {
    const url = await begin({ pack: small.id });
    expect(await begin(body)).not.toBe(url);
    expect(await listed()).toHaveLength(2);
  });

  test('is another one once it is paid, or its time is over', async () => {
    const url = await begin({ pack: small.id });
    await press(url, 'pay');
    const second = await begin({ pack: small.id });
    expect(second).not.toBe(url);
    expect(await begin({ pack: small.id }, 61)).not.toBe(second);
  });

  test('is gone on with, by its buyer, until it is paid or its time is over', async () => {
    const url = await begin({ pack: small.id });
    const id = await newest();
    expect(await resumeAt(id, 59)).toEqual({ status: 200, body: { url } });
    expect(await resumeAt(id, 60)).toMatchObject(unknown);
    expect(await resumeAt(id, 1, newId(later(0)))).toMatchObject(unknown);
    await press(url, 'pay');
    expect(await resumeAt(id, 1)).toMatchObject(unknown);
  });

  test('is dropped, and nobody pays there any more', async () => {
    const url = await begin({ pack: small.id });
    const id = await newest();
    expect(await dropNow(id, newId(later(0)))).toMatchObject(unknown);
    const body = { id, state: 'abandoned', payable: false };
    expect(await dropNow(id)).toMatchObject({ status: 200, body });
    await press(url, 'pay');
    await world.deliver();
    expect([await dropNow(id), await resumeAt(id, 1)]).toMatchObject([unknown, unknown]);
    expect(await world.available()).toBe(25);
  });

  test('counts as paid where its buyer drops it a moment after the payment', async () => {
    const url = await begin({ pack: small.id });
    await press(url, 'pay');
    const answer = await dropNow(await newest());
    expect(answer).toMatchObject({ status: 200, body: { state: 'paid' }, counts: { Grants: 1 } });
    expect(await world.available()).toBe(25 + small.amountCredits);
  });
});
