import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import type { TopUpDeps } from '../../../functions/purchases/make-top-ups.ts';
import { topUpPauseMinutes } from '../../../src/contract/top-up.ts';
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

const FORTY_DAYS_MINUTES = 40 * 24 * 60;

/** Several times as long as a sequence takes on a busy machine. */
const MAX_SEQUENCE_MS = 10_000;

const sequences = thoroughness.topUpSequences;

describe.each(thoroughness.databases)('what holds top-ups back on the %s database', (kind) => {
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

  const automatic = () => db.selectFrom('purchases').where('card', '=', 'pays');

  /** The owner ends the rule, pays with a new card, saves the rule again, and spends. */
  async function startAnew(minute: number, packs = 1) {
    await world.end(minute);
    await world.run(minute);
    await world.buy(true, later(minute + 1));
    await world.save({ mostMinor: priceOf(packs) }, minute + 2);
    await world.spend(pack.amountCredits, later(minute + 2));
  }

  /** At which of these minutes a run has bought. */
  async function boughtAt(minutes: readonly number[], changes: Partial<TopUpDeps> = {}) {
    const bought: number[] = [];
    for (const minute of minutes) {
      const { made, errors } = await world.run(minute, changes);
      expect(errors).toEqual([]);
      if (made > 0) bought.push(minute);
    }
    return bought;
  }

  describe('a try whose worker died, and whose rule was ended and saved again', () => {
    test('delays the next one until the schedule has given it up, and not for a month', async () => {
      await world.nearlyOut({ mostMinor: priceOf(1) });
      await world.run(1, { cards: world.dying(false) });
      await startAnew(2);
      expect(await boughtAt([4, 5])).toEqual([]);
      await world.ask((await automatic().select('id').executeTakeFirstOrThrow()).id, 60);
      expect(await boughtAt([61, 62])).toEqual([61]);
      expect([await world.state(62), world.charges()]).toEqual(['on', ['works']]);
    });

    test('is asked about by the next run once nobody may charge it, and then bought anew', async () => {
      await world.nearlyOut({ mostMinor: priceOf(1) });
      await world.run(1, { cards: world.dying(false) });
      await startAnew(2);
      expect(await boughtAt([4, 15, 16, 17])).toEqual([17]);
      const progress = await automatic().select('progress').orderBy('id').execute();
      expect(progress.map((one) => one.progress)).toEqual(['closed', 'paid']);
      expect(world.charges()).toEqual(['works']);
    });

    test('counts for the month where the bank took the money', async () => {
      await world.nearlyOut({ mostMinor: priceOf(1) });
      await world.run(1, { cards: world.dying(true) });
      world.lose();
      await startAnew(2);
      expect(await boughtAt([4, 15, 16])).toEqual([16]);
      await world.spend(pack.amountCredits, later(17));
      expect(await boughtAt([30, 600])).toEqual([]);
      expect(world.charges()).toEqual(['works']);
    });
  });

  describe('between two charges are ten minutes', () => {
    test('also after the card is replaced', async () => {
      await world.nearlyOut();
      await world.run(1);
      await world.buy(true, later(2));
      await world.spend(2 * pack.amountCredits, later(2));
      expect(await boughtAt([3, 10, 11])).toEqual([11]);
    });

    test('also after the rule is ended and saved again', async () => {
      await world.nearlyOut();
      await world.run(1);
      await world.spend(pack.amountCredits, later(1));
      await startAnew(2, 3);
      expect(await boughtAt([5, 10, 11])).toEqual([11]);
    });

    test('also after a charge that was declined, when its owner saves the rule again', async () => {
      await world.nearlyOut();
      await world.next('card_declined');
      await world.run(1);
      await world.next('works');
      await world.save({}, 2);
      expect(await boughtAt([3, 10, 11])).toEqual([11]);
    });

    test('counted from the payment where the worker died before it', async () => {
      await world.nearlyOut();
      await world.run(1, { cards: world.dying(false) });
      expect(await boughtAt([12])).toEqual([12]);
      await world.spend(pack.amountCredits, later(12));
      expect(await boughtAt([13, 21, 22])).toEqual([22]);
    });

    test('and a try is not charged so late that it could be given up meanwhile', async () => {
      await world.nearlyOut();
      await world.run(1, { cards: world.dying(false) });
      expect(await boughtAt([15, 16])).toEqual([16]);
      expect(world.charges()).toEqual(['works']);
    });

    test.each(['paid', 'open'] as const)(
      'and one that is %s from a clock that ran ahead stops nothing',
      async (progress) => {
        await world.nearlyOut({ mostMinor: priceOf(5) });
        await world.run(1);
        const [created_at, open_until] = [FORTY_DAYS_MINUTES, FORTY_DAYS_MINUTES + 15].map(later);
        const ahead = { created_at, open_until, paid_at: progress === 'paid' ? created_at : null };
        await db
          .updateTable('purchases')
          .set({ ...ahead, progress })
          .where('card', '=', 'pays')
          .execute();
        await world.spend(pack.amountCredits, later(20));
        expect(await boughtAt([20, 21, 22, 23, 35])).not.toEqual([]);
      },
    );
  });

  describe('a refund', () => {
    test.each(['1', '20'])('of $%s pauses the rule, and tells once', async (amount) => {
      await world.nearlyOut();
      await world.refund(amount);
      expect([await world.state(), await world.told()]).toEqual(['paused', ['top_up_paused']]);
      await expect(world.hold(81, later(1))).rejects.toThrow('credits_insufficient');
      expect(await boughtAt([1, 100, FORTY_DAYS_MINUTES])).toEqual([]);
    });

    test('is gone on after by saving the rule, which buys at once', async () => {
      await world.nearlyOut();
      await world.refund('1');
      await world.refund('1');
      expect(await world.told()).toEqual(['top_up_paused']);
      expect(await world.save({}, 1)).toEqual({ ok: true });
      expect(await boughtAt([1])).toEqual([1]);
      expect(await world.state()).toBe('on');
      await world.refund('1');
      expect([await world.state(), await world.told()]).toEqual([
        'paused',
        ['top_up_paused', 'top_up_paused'],
      ]);
    });

    test.each([
      ['works', 1],
      ['card_declined', 0],
      ['authentication_required', 0],
    ])('leaves the rule paused while a charge is under way, which %s', async (end, made) => {
      await world.nearlyOut();
      await world.next(end);
      const cards = world.during(() => world.refund('1'));
      expect(await world.run(1, { cards })).toMatchObject({ made });
      expect(await boughtAt([2, 100])).toEqual([]);
      expect([await world.state(), await world.told()]).toEqual(['paused', ['top_up_paused']]);
    });

    test('keeps a new card from buying until its owner goes on', async () => {
      await world.nearlyOut();
      await world.refund('1');
      await world.buy(true, later(2));
      await world.spend(pack.amountCredits, later(2));
      expect([await world.state(), await boughtAt([3, 30])]).toEqual(['paused', []]);
    });

    test('pauses a rule that waits for its owner, and a dispute stops a paused one', async () => {
      await world.nearlyOut();
      await world.next('authentication_required');
      await world.run(1);
      await world.refund('1');
      expect(await world.state()).toBe('paused');
      await world.dispute('dispute');
      expect(await world.state()).toBe('stopped');
      await world.refund('1');
      expect(await world.state()).toBe('stopped');
      expect(await world.told()).toHaveLength(3);
    });

    test('tells nothing about a card without a rule', async () => {
      await world.buy(true);
      await world.refund('1');
      expect([await world.state(), await world.told()]).toEqual(['off', []]);
    });
  });

  test(`in ${sequences} sequences no charge comes too early, too often, or while nobody wants it`, {
    timeout: sequences * MAX_SEQUENCE_MS,
  }, async () => {
    const property = fc.asyncProperty(steps, async (all) => {
      // Each stand-in names its pages anew.
      await deleteRows(db);
      const own = await topUpWorld(db);
      try {
        await play(own, all);
        expect(await auditLedger(db)).toEqual([]);
      } finally {
        await own.stripe.close();
      }
    });
    await fc.assert(property, {
      numRuns: sequences,
      interruptAfterTimeLimit: (sequences * MAX_SEQUENCE_MS) / 2,
      markInterruptAsFailure: true,
    });
  });
});

const MONTHLY = 3;

const deeds = [
  ...['spend', 'spend', 'save', 'refund', 'end', 'buy', 'decline', 'work'],
  ...['die before the charge', 'die after the charge'],
] as const;

/** A step is a deed, so many minutes after the last step; then the schedule runs. */
const steps = fc.array(
  fc.record({ deed: fc.constantFrom(...deeds), minutes: fc.integer({ min: 0, max: 12 }) }),
  { maxLength: 20 },
);

type Deed = (typeof deeds)[number];

/** Plays a sequence. An hour later, a rule that is saved after it has bought, unless its month is full. */
async function play(
  world: TopUpWorld,
  all: readonly { readonly deed: Deed; readonly minutes: number }[],
): Promise<void> {
  const { act, run, charged } = aLife(world);
  for (const { deed, minutes } of all) await act(deed, minutes);
  for (const deed of ['end', 'buy', 'save', 'spend'] as const) await act(deed, 0);
  for (let minutes = 0; minutes < 60; minutes += 3) await run(3);
  expect(charged.length).toBeLessThanOrEqual(MONTHLY);
  if (charged.length < MONTHLY) expect(await world.available()).toBeGreaterThanOrEqual(rule.below);
  const gaps = charged.slice(1).map((at, index) => at - (charged[index] ?? 0));
  expect(Math.min(topUpPauseMinutes, ...gaps)).toBe(topUpPauseMinutes);
}

/** A user's deeds, and the minutes at which their card paid; it knows wishes, and no rules. */
function aLife(world: TopUpWorld) {
  const { cards } = world.deps;
  const charged: number[] = [];
  let minute = 0;
  let isWanted = false;
  const charge: TopUpDeps['cards']['charge'] = async (...args) => {
    expect(isWanted).toBe(true);
    if (world.stripe.read().cards.at(-1)?.next === 'works') charged.push(minute);
    return cards.charge(...args);
  };
  const run = (minutes: number, worker: Partial<TopUpDeps['cards']> = {}) => {
    minute += minutes;
    return world.run(minute, { cards: { ...cards, charge, ...worker } });
  };
  const die = () => Promise.reject(new Error('the lights went out'));
  const deedsOf: Readonly<Record<Deed, () => Promise<unknown>>> = {
    spend: async () => {
      const credits = Math.max(await world.available(), 1);
      await world.spend(credits, later(minute)).catch(expectNoCredits);
    },
    save: async () => {
      isWanted = (await world.save({ mostMinor: priceOf(MONTHLY) }, minute)).ok;
    },
    refund: async () => {
      if (world.stripe.read().sessions.length === 0) return;
      isWanted = false;
      await world.refund('0.50', minute);
    },
    end: async () => {
      isWanted = false;
      await world.end(minute);
    },
    buy: () => world.buy(true, later(minute)),
    decline: () => world.next('card_declined'),
    work: () => world.next('works'),
    'die before the charge': () => run(0, { charge: die }),
    'die after the charge': () => run(0, { charge: async (...args) => charge(...args).then(die) }),
  };
  const act = async (deed: Deed, minutes: number) => {
    minute += minutes;
    await deedsOf[deed]();
    await run(0);
  };
  return { act, run, charged };
}

function expectNoCredits(error: unknown): void {
  expect(String(error)).toContain('credits_insufficient');
}
