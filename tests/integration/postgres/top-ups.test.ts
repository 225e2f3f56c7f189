import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { sweepStore } from '../../../functions/adapters/postgres/ledger/sweep-store.ts';
import { stripeCards } from '../../../functions/adapters/stripe/saved-cards.ts';
import { databaseKinds, databaseOfBlock } from '../../support/database.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { webhooksOf } from '../../support/told-service.ts';
import { later, type TopUpWorld, topUpWorld } from '../../support/top-up-world.ts';

const MONTH_MINUTES = 31 * 24 * 60;

describe.each(databaseKinds)('topping up on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);
  let world: TopUpWorld;

  beforeEach(async () => {
    world = await topUpWorld(db);
  });

  afterEach(async () => {
    expect(await auditLedger(db)).toEqual([]);
    await deleteRows(db);
    await world.stripe.close();
  });

  test('buys once when a run leaves fewer credits than the mark, and never before', async () => {
    await world.buy(true);
    expect(await world.state()).toBe('off');
    expect(await world.save()).toEqual({ ok: true });
    expect(await world.run(0)).toEqual({ made: 0, failed: 0, errors: [], counts: [] });
    await world.spend(425);
    expect(await world.run(1)).toMatchObject({ made: 0 });
    await world.spend(1);
    const counts = [{ Grants: 1 }];
    expect(await world.run(2)).toEqual({ made: 1, failed: 0, errors: [], counts });
    await world.deliver();
    expect(await world.run(3)).toMatchObject({ made: 0 });
    expect(world.charges()).toEqual(['works']);
    expect(await world.available()).toBe(599);
    const [purchase] = await db
      .selectFrom('purchases')
      .where('card', '=', 'pays')
      .selectAll()
      .execute();
    expect(purchase).toMatchObject({ progress: 'paid', credits: 500, amount_minor: 2_000 });
    const receipts = await db
      .selectFrom('outbox')
      .where('event', '=', 'receipt')
      .select('id')
      .execute();
    expect(receipts).toHaveLength(2);
  });

  test('buys nothing without a saved card, and takes no rule', async () => {
    await world.buy(false);
    expect(await world.state()).toBe('none');
    expect(await world.save()).toEqual({ ok: false, code: 'card_not_saved' });
    await world.spend(520);
    expect(await world.run(1)).toMatchObject({ made: 0 });
    expect(world.charges()).toEqual([]);
  });

  test('buys at once when the rule is set while the balance is below it', async () => {
    await world.buy(true);
    await world.spend(500);
    await world.save();
    expect(await world.run(1)).toMatchObject({ made: 1 });
  });

  test('buys nothing because credits have expired', async () => {
    await world.buy(true);
    await world.save();
    await world.run(0);
    const minutes = 13 * MONTH_MINUTES;
    await sweepStore(db).lots.settle(world.walletId, later(minutes));
    expect(await world.available()).toBe(0);
    expect(await world.run(minutes)).toMatchObject({ made: 0 });
  });

  test('stops for the month at its limit, and goes on in the next', async () => {
    await world.nearlyOut();
    for (const minute of [1, 11]) {
      await world.run(minute);
      await world.spend(500, later(minute));
    }
    for (const minute of [12, 30]) await world.run(minute);
    expect(world.charges()).toEqual(['works', 'works']);
    expect(await world.run(MONTH_MINUTES)).toMatchObject({ made: 1 });
  });

  test('the bank wants a confirmation: nothing is charged until the owner pays on a page', async () => {
    await world.nearlyOut();
    await world.next('authentication_required');
    expect(await world.run(1)).toMatchObject({ made: 0, failed: 1, errors: [] });
    expect([await world.state(), await world.available()]).toEqual(['confirm', 80]);
    expect(await world.told()).toEqual(['top_up_confirm']);
    await world.spend(1);
    expect(await world.run(MONTH_MINUTES)).toMatchObject({ made: 0, failed: 0 });
    expect(world.charges()).toEqual(['authentication_required']);
    await world.buy(true, later(10));
    expect([await world.state(), await world.available()]).toEqual(['on', 579]);
    await world.run(11);
    expect(world.stripe.read().cards.map(({ isDetached }) => isDetached)).toEqual([true, false]);
  });

  test('three declines in a row switch it off, and are told once', async () => {
    await world.nearlyOut();
    await world.next('card_declined');
    for (const minute of [1, 2, 70, 200, 600, 5_000]) await world.run(minute);
    expect(world.charges()).toEqual(['card_declined', 'card_declined', 'card_declined']);
    expect([await world.state(), await world.available()]).toEqual(['stopped', 80]);
    expect(await world.told()).toEqual(['top_up_failed']);
    await world.next('works');
    await world.save({}, 6_000);
    expect(await world.run(6_000)).toMatchObject({ made: 1 });
    expect(await world.state()).toBe('on');
  });

  test('taxes that are not set up at Stripe are the operator’s error, and the rule waits for it', async () => {
    await world.nearlyOut();
    const cards = stripeCards({ ...world.access, invoices: 'exclusive' });
    const wrong = await world.run(1, { cards });
    expect(wrong).toMatchObject({ made: 0, failed: 1, errors: [{ code: expect.any(String) }] });
    expect([await world.state(), await world.told()]).toEqual(['on', []]);
    expect(world.stripe.read().invoices).toEqual([]);
    expect(await world.run(60, { cards })).toMatchObject({ made: 0, failed: 0 });
    expect(await world.run(361)).toMatchObject({ made: 1 });
  });

  test('services are told of each try, and of what came of it', async () => {
    await world.nearlyOut();
    const wanted = ['top_up.made', 'top_up.failed'] as const;
    await webhooksOf(db, 'http://127.0.0.1:9').add('/hook', [...wanted]);
    await world.next('card_declined');
    await world.run(1);
    await world.next('works');
    await world.run(70);
    const told = db.selectFrom('outbox').where('receiver', 'like', 'webhook %').orderBy('id');
    const rows = await told.select(['event', 'payload']).execute();
    const purchase = expect.any(String);
    expect(rows.map(({ event, payload }) => [event, JSON.parse(payload)])).toEqual([
      ['top_up.failed', { purchase, reason: 'declined' }],
      ['top_up.made', { purchase, credits: 500 }],
    ]);
  });

  test('a success between failures begins the count anew', async () => {
    await world.nearlyOut();
    for (const [end, minute] of [
      ['card_declined', 1],
      ['card_declined', 70],
      ['works', 600],
      ['card_declined', 700],
    ] as const) {
      await world.next(end);
      await world.run(minute);
      if (end === 'works') await world.spend(500, later(minute));
    }
    expect(await world.state()).toBe('on');
  });

  test('a pack that became dearer is not bought, and that is told', async () => {
    await world.nearlyOut();
    await world.db.updateTable('saved_cards').set({ price_minor: 1_999 }).execute();
    await world.run(1);
    expect(world.charges()).toEqual([]);
    expect([await world.state(), await world.told()]).toEqual(['stopped', ['top_up_failed']]);
  });

  test('a dispute of any purchase stops it in its own transaction, and tells once', async () => {
    await world.nearlyOut();
    await world.run(1);
    await world.dispute('dispute');
    expect([await world.state(), await world.told()]).toEqual(['stopped', ['top_up_failed']]);
    await world.spend(1);
    for (const minute of [2, 3]) expect(await world.run(minute)).toMatchObject({ made: 0 });
    await world.save({}, 4);
    await world.dispute('lose');
    expect([await world.state(), await world.told()]).toEqual(['on', ['top_up_failed']]);
  });

  test('a dispute stops a rule that waits for its owner, and its end does not switch it on', async () => {
    await world.nearlyOut();
    await world.next('authentication_required');
    await world.run(1);
    await world.dispute('dispute');
    expect(await world.state()).toBe('stopped');
    expect((await world.told()).toSorted()).toEqual(['top_up_confirm', 'top_up_failed']);
    await world.dispute('win');
    expect(await world.state()).toBe('stopped');
  });

  test('a dispute tells nothing about a card without a rule', async () => {
    await world.buy(true);
    await world.dispute('dispute');
    expect([await world.state(), await world.told()]).toEqual(['off', []]);
  });

  test.each([
    ['works', 1],
    ['card_declined', 0],
    ['authentication_required', 0],
  ])('a charge under way, which %s, leaves topping up off after a dispute', async (end, made) => {
    await world.nearlyOut();
    await world.next(end);
    const cards = world.during(() => world.dispute('dispute'));
    expect(await world.run(1, { cards })).toMatchObject({ made });
    for (const minute of [2, 100]) expect(await world.run(minute)).toMatchObject({ made: 0 });
    expect(world.charges()).toEqual([end]);
    expect([await world.state(), await world.told()]).toEqual(['stopped', ['top_up_failed']]);
  });

  test('a try of which nothing is known is not charged after a dispute', async () => {
    await world.nearlyOut();
    await world.run(1, { cards: world.dying(false) });
    await world.dispute('dispute');
    for (const minute of [4, 5]) expect(await world.run(minute)).toMatchObject({ made: 0 });
    expect([await world.state(), world.charges()]).toEqual(['stopped', []]);
  });

  test('ends with one press, which removes the card and the customer', async () => {
    await world.nearlyOut();
    await world.end(1);
    expect(await world.state()).toBe('none');
    expect(await world.run(2)).toEqual({ made: 0, failed: 0, errors: [], counts: [] });
    const { cards, customers } = world.stripe.read();
    expect([cards[0]?.isDetached, customers, world.charges()]).toEqual([true, [], []]);
    expect(await db.selectFrom('saved_cards').selectAll().execute()).toEqual([]);
    expect(await world.save()).toEqual({ ok: false, code: 'card_not_saved' });
  });

  test('a card is removed later, when Stripe answers again, also if it is gone already', async () => {
    await world.nearlyOut();
    await world.end(1);
    const away = { remove: async () => unreachable, charge: async () => unreachable };
    expect(await world.run(2, { cards: away })).toMatchObject({ errors: [unreachable.cause] });
    await world.deps.cards.remove(world.stripe.read().sessions[0]?.id ?? '');
    expect(await world.run(5)).toMatchObject({ errors: [] });
    expect(await db.selectFrom('saved_cards').selectAll().execute()).toEqual([]);
  });

  test('the deletion of the account removes the card, and nothing is bought', async () => {
    await world.nearlyOut();
    await world.leave();
    await world.run(1);
    expect([world.stripe.read().customers, world.charges()]).toEqual([[], []]);
  });

  test('a payment that comes after the deletion leaves no card behind either', async () => {
    await world.buy(true, later(0), world.leave);
    expect(world.stripe.read().customers).toHaveLength(1);
    await world.run(1);
    expect(world.stripe.read().customers).toEqual([]);
  });

  test.each([
    ['Stripe does not answer', async () => unreachable],
    ['we stop before the charge', () => Promise.reject(new Error('the lights went out'))],
  ])('is tried again when %s', async (_what, charge) => {
    await world.nearlyOut();
    const cards = { ...world.deps.cards, charge };
    expect(await world.run(1, { cards })).toMatchObject({ made: 0, errors: [{}] });
    expect(await world.run(2, { cards })).toMatchObject({ errors: [] });
    expect(await world.run(4)).toMatchObject({ made: 1 });
    expect(world.charges()).toEqual(['works']);
    expect(await world.available()).toBe(580);
  });

  test('a card that cannot be claimed is due again two minutes later, and no other waits', async () => {
    await world.nearlyOut();
    const broken = new Error('a row that cannot be read');
    const topUps = { ...world.topUps, claim: () => Promise.reject(broken) };
    expect(await world.run(1, { topUps })).toMatchObject({ made: 0, errors: [broken] });
    expect(await world.topUps.listDue(later(2))).toEqual([]);
    await world.topUps.postpone((await world.topUps.listDue(later(3)))[0] ?? '', later(2));
    expect(await world.run(3)).toMatchObject({ made: 1, errors: [] });
  });

  test('charges once when we stop after the charge, and the webhook is lost', async () => {
    await world.nearlyOut();
    expect(await world.run(1, { cards: world.dying(true) })).toMatchObject({ made: 0 });
    expect(await world.available()).toBe(80);
    expect(await world.run(4)).toMatchObject({ made: 1 });
    expect(await world.run(8)).toMatchObject({ made: 0 });
    expect([world.charges(), await world.available()]).toEqual([['works'], 580]);
    const listed: string[] = [];
    for await (const { events } of world.deps.payments.list(later(-60))) {
      listed.push(...events.map((event) => event.kind));
    }
    expect(listed).toEqual(['paid', 'paid']);
  });

  test('a payment that a webhook reports first ends the try like any payment', async () => {
    await world.nearlyOut();
    await webhooksOf(db, 'http://127.0.0.1:9').add('/hook', ['top_up.made']);
    await world.next('card_declined');
    await world.run(1);
    await world.next('works');
    await world.run(70, { cards: world.dying(true) });
    await world.deliver();
    expect(await world.run(75)).toMatchObject({ made: 0, errors: [] });
    expect([world.charges(), await world.available()]).toEqual([['card_declined', 'works'], 580]);
    const card = await db.selectFrom('saved_cards').selectAll().executeTakeFirst();
    expect(card).toMatchObject({ state: 'on', failures: 0, attempt_id: null });
    const told = db.selectFrom('outbox').where('event', '=', 'top_up.made').select('id');
    expect(await told.execute()).toHaveLength(1);
  });

  test('a try that was given up as unpaid is begun anew, and charged once', async () => {
    await world.nearlyOut();
    await world.run(1, { cards: world.dying(false) });
    const pays = db.selectFrom('purchases').where('card', '=', 'pays').select(['id', 'progress']);
    await world.ask((await pays.executeTakeFirstOrThrow()).id, 20);
    expect((await pays.execute()).map(({ progress }) => progress)).toEqual(['closed']);
    expect(await world.run(25)).toMatchObject({ made: 0, failed: 0, errors: [] });
    expect(await world.run(26)).toMatchObject({ made: 1 });
    expect(world.charges()).toEqual(['works']);
    expect((await pays.orderBy('id').execute()).map((one) => one.progress)).toEqual([
      'closed',
      'paid',
    ]);
  });

  test('a rule that changed while Stripe was away is not charged on its old terms', async () => {
    await world.nearlyOut();
    await world.run(1, { cards: { ...world.deps.cards, charge: async () => unreachable } });
    await world.db.updateTable('saved_cards').set({ price_minor: 1_999 }).execute();
    for (const minute of [4, 5]) await world.run(minute);
    expect(world.charges()).toEqual([]);
    expect([await world.state(), await world.told()]).toEqual(['stopped', ['top_up_failed']]);
  });

  test.each([
    ['given up, as it was not charged', false, 'closed', 80],
    ['granted, as it was charged', true, 'paid', 580],
  ])('a try that outlives its rule is %s', async (_what, isCharged, expected, credits) => {
    await world.nearlyOut();
    await world.run(1, { cards: world.dying(isCharged) });
    await world.end(2);
    await world.run(3);
    const pays = db.selectFrom('purchases').where('card', '=', 'pays').select(['id', 'progress']);
    await world.ask((await pays.executeTakeFirstOrThrow()).id, 20);
    expect((await pays.executeTakeFirstOrThrow()).progress).toBe(expected);
    expect(await world.available()).toBe(credits);
  });
});

const unreachable = {
  ok: false,
  code: 'payments_unreachable',
  detail: 'Later.',
  cause: new Error('no route'),
} as const;
