import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import type { TopUpDeps } from '../../../functions/purchases/make-top-ups.ts';
import { topUpPauseMinutes } from '../../../src/contract/top-up.ts';
import { chargeOf } from '../../../src/islands/account/top-up-charge.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';
import {
  later,
  pack,
  priceOf,
  rule,
  type TopUpWorld,
  topUpWorld,
} from '../../support/top-up-world.ts';

const HOUR_MINUTES = 60;
const WEEK_MINUTES = 7 * 24 * HOUR_MINUTES;

/** Each minute for half an hour. */
const halfAnHour = Array.from({ length: 31 }, (_, minute) => minute);

const root = new URL('../../../', import.meta.url);

type Run = (minutes: readonly number[]) => Promise<void>;

/** The five sentences in both languages, and what each means for a card that was just saved. */
const promises: readonly [string, string, (world: TopUpWorld, run: Run) => Promise<void>][] = [
  [
    'They are off until you ask for them.',
    '不主动开启，就不会自动购买。',
    async (world, run) => {
      await world.spend(525);
      await run(halfAnHour);
      expect([await world.state(), world.charges()]).toEqual(['off', []]);
    },
  ],
  [
    'There is one charge in ten minutes at most.',
    '十分钟内最多扣款一次。',
    async (world, run) => {
      await world.save({ mostMinor: priceOf(9) });
      for (const minute of halfAnHour) {
        await world.spend(Math.max(1, await world.available()), later(minute)).catch(() => {});
        await run([minute]);
      }
      expect(world.charges()).toHaveLength(4);
    },
  ],
  [
    'The charges of a month never pass your limit.',
    '一个月的扣款绝不超过你的限额。',
    async (world, run) => {
      await world.save({ mostMinor: priceOf(3) - 1 });
      for (let minute = 0; minute < 600; minute += 20) {
        await world.spend(Math.max(1, await world.available()), later(minute)).catch(() => {});
        await run([minute]);
      }
      expect(world.charges()).toHaveLength(2);
    },
  ],
  [
    'One press ends the rule and removes the card.',
    '按一下就结束规则并移除银行卡。',
    async (world, run) => {
      await world.save();
      await world.end(1);
      await world.spend(525, later(1));
      await run(halfAnHour.slice(1));
      const { cards, customers } = world.stripe.read();
      expect([world.charges(), customers, cards[0]?.isDetached]).toEqual([[], [], true]);
    },
  ],
  [
    'Each charge comes with a mail.',
    '每次扣款都会发邮件通知你。',
    async (world, run) => {
      await world.save();
      for (const minute of [0, 10]) {
        await world.spend(Math.max(1, await world.available()), later(minute));
        await run([minute]);
      }
      const mails = world.db.selectFrom('outbox').where('event', '=', 'receipt').select('id');
      // The purchase that saved the card has one of them.
      expect(await mails.execute()).toHaveLength(1 + world.charges().length);
      expect(world.charges()).toHaveLength(2);
    },
  ],
];

describe.each(thoroughness.databases)('top-ups never run away on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);
  let world: TopUpWorld;

  /** When the card was asked, in minutes, and for how much. */
  let asked: { readonly minute: number; readonly amountMinor: number }[];

  beforeEach(async () => {
    world = await topUpWorld(db);
    asked = [];
  });

  /** Each story ends with what holds in all: the limit, and the pause between two charges. */
  afterEach(async () => {
    const paid = await bought();
    const times = paid.map(({ createdAt }) => createdAt);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.min(topUpPauseMinutes, ...gaps)).toBe(topUpPauseMinutes);
    const [card] = await db.selectFrom('saved_cards').select('most_minor').execute();
    const spent = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    expect(spent).toBeLessThanOrEqual(card?.most_minor ?? rule.mostMinor);
    expect(await auditLedger(db)).toEqual([]);
    await deleteRows(db);
    await world.stripe.close();
  });

  /** The charges that came to something, in minutes from the beginning. */
  async function bought() {
    const purchases = db.selectFrom('purchases').where('card', '=', 'pays').orderBy('id');
    const rows = await purchases.where('progress', '=', 'paid').selectAll().execute();
    return rows.map(({ amount_minor: amountMinor, created_at: at }) => ({
      amountMinor,
      createdAt: (at.getTime() - later(0).getTime()) / 60_000,
    }));
  }

  /** The sum that the page says beside the button, and when it is charged. */
  async function said(changes: Partial<typeof rule> = {}, minute = 0) {
    const { available, held, owed } = await db
      .selectFrom('wallets')
      .where('id', '=', world.walletId)
      .selectAll()
      .executeTakeFirstOrThrow();
    const { spent } = await world.topUps.read(world.walletId, later(minute));
    const shown = { ...rule, ...changes, pack };
    const { when, packs, dearestMinor } = chargeOf(shown, spent, { available, held, owed });
    return { when, amountMinor: packs * rule.priceMinor, dearestMinor };
  }

  /** Runs at these minutes, and notes each time that the card is asked. */
  async function run(minutes: readonly number[], cards: Partial<TopUpDeps['cards']> = {}) {
    for (const minute of minutes) {
      const charge: TopUpDeps['cards']['charge'] = (sessionId, purchase) => {
        asked.push({ minute, amountMinor: purchase.amountMinor });
        return (cards.charge ?? world.deps.cards.charge)(sessionId, purchase);
      };
      await world.run(minute, { cards: { ...world.deps.cards, ...cards, charge } });
    }
  }

  test('a card that is declined for a week of use is asked three times, and told once', async () => {
    await world.nearlyOut();
    await world.next('card_declined');
    for (let minute = 1; minute < WEEK_MINUTES; minute += HOUR_MINUTES) {
      await expect(world.hold(1_000, later(minute))).rejects.toThrow('credits_insufficient');
      await run([minute]);
    }
    expect(asked).toHaveLength(3);
    expect([await world.state(), await world.told()]).toEqual(['stopped', ['top_up_failed']]);
  });

  test('six runs that end in the same second, before six workers, cost one charge', async () => {
    await world.nearlyOut();
    const holds = await Promise.all(Array.from({ length: 6 }, () => world.hold(10, later(1))));
    await Promise.all(holds.map((id) => world.capture(id, later(1))));
    const { amountMinor } = await said();
    await Promise.all(holds.map(() => run([1])));
    await run(halfAnHour.slice(1));
    expect(asked).toEqual([{ minute: 1, amountMinor }]);
  });

  test.each([
    ['before the card is asked is not charged for', 0],
    ['while the bank answers is charged for once, and never again', 1],
  ])('a rule that is ended between claim and charge %s', async (_what, charges) => {
    await world.nearlyOut();
    const { charge } = world.during(() => world.end(1));
    const claimed: typeof charge = (...args) => world.end(1).then(() => charge(...args));
    await run([1], { charge: charges === 0 ? claimed : charge });
    await expect(world.spend(600, later(2))).rejects.toThrow('credits_insufficient');
    await run(halfAnHour.slice(2));
    expect(await bought()).toHaveLength(charges);
    expect([await world.state(), world.stripe.read().customers]).toEqual(['none', []]);
  });

  test('a card that is replaced while a charge is under way is not charged as well', async () => {
    await world.nearlyOut();
    const { charge } = world.during(async () => {
      await world.buy(true, later(1));
      await world.spend(500, later(1));
    });
    await run([1], { charge });
    await run(halfAnHour.slice(2));
    expect(asked).toHaveLength(1);
  });

  test('a charge whose answer and webhook are lost is not made again', async () => {
    await world.nearlyOut();
    await run([1], { charge: world.dying(true).charge });
    world.lose();
    await run(halfAnHour.slice(2));
    expect(asked).toHaveLength(1);
    expect([await bought(), await world.available()]).toEqual([
      [{ amountMinor: priceOf(1), createdAt: 1 }],
      580,
    ]);
  });

  test('a pack that was topped up and is refunded is not bought again', async () => {
    await world.nearlyOut();
    await run([1]);
    await world.spend(500, later(1));
    const id = world.stripe.read().sessions.at(-1)?.id ?? '';
    await world.stripe.press('/dashboard', { action: 'refund', id, amount: '20' });
    await world.deliver(later(2));
    await run([...halfAnHour.slice(2), WEEK_MINUTES]);
    expect([asked.length, await world.state()]).toEqual([1, 'paused']);
  });

  /** A wallet that has nothing and owes 500 credits. */
  async function owing() {
    await world.buy(false);
    await world.buy(true);
    await world.spend(1_025);
    await world.refund('20');
  }

  test('a debt above the pack is paid by one charge, which the page has said', async () => {
    await owing();
    const now = await said();
    expect(now).toEqual({ when: 'atOnce', amountMinor: priceOf(2), dearestMinor: priceOf(2) });
    expect(await world.save()).toEqual({ ok: true });
    await run(halfAnHour);
    expect(asked).toEqual([{ minute: 0, amountMinor: priceOf(2) }]);
    expect(await world.available()).toBe(500);
  });

  test('a debt whose charge would pass the limit is refused with that charge, and said before', async () => {
    await owing();
    const change = { mostMinor: priceOf(2) - 1 };
    expect(await said(change)).toMatchObject({ when: 'over', dearestMinor: priceOf(2) });
    const refused = { ok: false, code: 'top_up_over_limit', chargeMinor: priceOf(2) };
    expect(await world.save(change)).toEqual(refused);
    await run(halfAnHour);
    expect(asked).toEqual([]);
  });

  const level = { below: 5_000, upTo: 5_000 };

  test('a mark far above the pack is reached by one charge of several packs', async () => {
    await world.buy(true);
    const change = { ...level, mostMinor: priceOf(20) };
    const now = await said(change);
    expect(now).toEqual({ when: 'atOnce', amountMinor: priceOf(9), dearestMinor: priceOf(10) });
    await world.save(change);
    await run(halfAnHour);
    expect(asked).toEqual([{ minute: 0, amountMinor: priceOf(9) }]);
    expect(await world.available()).toBe(525 + 9 * pack.amountCredits);
  });

  test('a mark whose dearest charge passes the limit is refused, also while there is enough', async () => {
    await world.buy(true);
    const refused = { ok: false, code: 'top_up_over_limit', chargeMinor: priceOf(10) };
    expect(await world.save({ ...level, mostMinor: priceOf(10) - 1 })).toEqual(refused);
    const low = { below: 1, mostMinor: priceOf(10) - 1 };
    expect(await world.save({ ...level, ...low })).toEqual(refused);
    expect(await world.state()).toBe('off');
  });

  test('a charge that what is left of the month does not allow waits for the next', async () => {
    const change = { below: 100, upTo: 600, mostMinor: priceOf(3) };
    await world.nearlyOut(change);
    await run([1]);
    await world.spend(1_000, later(2));
    expect(await said(change, 2)).toMatchObject({ when: 'nextMonth', amountMinor: priceOf(2) });
    await run([20, WEEK_MINUTES]);
    expect(asked).toEqual([{ minute: 1, amountMinor: priceOf(2) }]);
  });

  test('a charge that no month allows any more stops the rule, and is told', async () => {
    await world.nearlyOut();
    await db
      .updateTable('saved_cards')
      .set({ most_minor: priceOf(1) - 1 })
      .execute();
    await run(halfAnHour.slice(1));
    expect([asked, await world.state()]).toEqual([[], 'stopped']);
    const told = db.selectFrom('outbox').where('event', '=', 'top_up_failed').select('payload');
    const [{ payload = '' } = {}] = await told.execute();
    expect(JSON.parse(payload)).toMatchObject({ why: 'limit', amountMinor: priceOf(1) });
  });

  test('a try of the month before is not charged in the next', async () => {
    await world.nearlyOut();
    const monthEnd = (Date.UTC(2026, 10, 30, 23, 59) - later(0).getTime()) / 60_000;
    expect(later(monthEnd).toISOString()).toContain('23:59');
    await run([monthEnd], { charge: world.dying(false).charge });
    await run([monthEnd + 3, monthEnd + 4]);
    expect(asked).toHaveLength(1);
    await run([monthEnd + 11]);
    expect(asked).toHaveLength(2);
  });

  test('a lower limit, saved while a worker had died, also holds for its try', async () => {
    const change = { below: 100, upTo: 600, mostMinor: priceOf(3) };
    await world.nearlyOut(change);
    await run([1], { charge: world.dying(false).charge });
    await world.save({ upTo: 100, mostMinor: priceOf(1) }, 2);
    await run(halfAnHour.slice(3));
    expect(asked.map(({ amountMinor }) => amountMinor)).toEqual([priceOf(2), priceOf(1)]);
  });

  describe.each(promises)('the pricing pages promise “%s”', (english, chinese, keep) => {
    test.each([
      ['en', english],
      ['zh', chinese],
    ])('in %s', (language, sentence) => {
      const page = new URL(`src/content/pages/${language}/pricing.md`, root);
      expect(readFileSync(page, 'utf8')).toContain(sentence);
    });

    test('and keep it', async () => {
      await world.buy(true);
      await keep(world, run);
    });
  });

  test('a rule of packs a month buys one a charge up to their price, until it is saved', async () => {
    await world.buy(true);
    await world.save({ ...level, mostMinor: priceOf(20) });
    const before = { monthly: 2, up_to: null, most_minor: null };
    await db.updateTable('saved_cards').set(before).execute();
    const { rule: shown } = await world.topUps.read(world.walletId, later(0));
    const { below, pack: id, currency: code, priceMinor } = { ...rule, ...level };
    const terms = { below, pack: id, currency: code, priceMinor, mostMinor: priceOf(2) };
    expect(shown).toEqual(terms);
    await run(halfAnHour);
    const one = priceOf(1);
    expect(asked.map(({ amountMinor, minute }) => [minute, amountMinor])).toEqual([
      [0, one],
      [10, one],
    ]);
    await world.save({ ...level, mostMinor: priceOf(10) }, 40);
    await run([41]);
    expect(asked.at(-1)).toEqual({ minute: 41, amountMinor: priceOf(7) });
  });
});
