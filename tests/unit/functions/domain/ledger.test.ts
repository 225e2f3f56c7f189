import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  availableCredits,
  type Entry,
  expire,
  type GrantCommand,
  grant,
  inBurnOrder,
  type Lot,
  MAX_AMOUNT_CREDITS,
  type Wallet,
} from '../../../../functions/domain/ledger.ts';
import { creditSources } from '../../../../src/contract/credits.ts';

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * HOUR_MS);

const empty: Wallet = { id: 'wallet', entryCount: 0, heldCredits: 0, owedCredits: 0, lots: [] };

function command(change: Partial<GrantCommand> = {}): GrantCommand {
  return {
    lotId: 'lot-1',
    source: 'trial',
    amountCredits: 25,
    expiresAt: at(10),
    reference: 'reference',
    idempotencyKey: 'key',
    actor: 'system',
    now: at(0),
    ...change,
  };
}

function granted(wallet: Wallet, change: Partial<GrantCommand> = {}) {
  const result = grant(wallet, command(change));
  if (!result.ok) throw new Error(result.code);
  return result;
}

function aLot(change: Partial<Lot>): Lot {
  const lot = { id: 'lot', source: 'trial', amountCredits: 5, remainingCredits: 5 } as const;
  return { ...lot, grantedAt: at(0), expiresAt: at(10), ...change };
}

describe('grant', () => {
  test.each([
    ['one', 1],
    ['a trial', 25],
    ['the most', MAX_AMOUNT_CREDITS],
  ])('gives %s', (_, amountCredits) => {
    const { wallet, lot } = granted(empty, { amountCredits });
    expect(availableCredits(wallet)).toBe(amountCredits);
    expect(wallet.lots).toEqual([lot]);
  });

  test.each([
    ['nothing', 0],
    ['a debt', -1],
    ['a fraction', 0.5],
    ['more than the most', MAX_AMOUNT_CREDITS + 1],
    ['no number', Number.NaN],
    ['no end', Number.POSITIVE_INFINITY],
    ['what a double cannot count', 2 ** 53],
  ])('refuses %s', (_, amountCredits) => {
    expect(grant(empty, command({ amountCredits }))).toEqual({ ok: false, code: 'amount_invalid' });
  });

  test('records who, what, when and the balance around it (rule 3)', () => {
    const first = granted(empty);
    const { entries, lot } = granted(first.wallet, {
      lotId: 'lot-2',
      source: 'purchase',
      amountCredits: 100,
      reference: 'payment',
      idempotencyKey: 'second',
      actor: 'operator:mo',
      now: at(1),
      expiresAt: at(20),
    });
    expect(entries).toEqual([
      {
        number: 2,
        kind: 'grant',
        amountCredits: 100,
        balanceBeforeCredits: 25,
        balanceAfterCredits: 125,
        availableAfterCredits: 125,
        heldAfterCredits: 0,
        owedAfterCredits: 0,
        lotId: 'lot-2',
        reference: 'payment',
        idempotencyKey: 'second',
        actor: 'operator:mo',
        at: at(1),
      },
    ]);
    expect(lot).toEqual({
      id: 'lot-2',
      source: 'purchase',
      amountCredits: 100,
      remainingCredits: 100,
      grantedAt: at(1),
      expiresAt: at(20),
    });
  });

  test('counts what is held and owed into the balance (rule 2)', () => {
    const { entries } = granted({ ...empty, heldCredits: 7, owedCredits: 3 });
    expect(entries[0]).toMatchObject({
      balanceBeforeCredits: 4,
      amountCredits: 25,
      balanceAfterCredits: 29,
      availableAfterCredits: 25,
      heldAfterCredits: 7,
      owedAfterCredits: 3,
    });
  });

  test('leaves the wallet it was given as it was', () => {
    const before = structuredClone(empty);
    granted(empty);
    expect(empty).toEqual(before);
  });
});

describe('expire', () => {
  test.each([
    ['a millisecond before', -1, 25],
    ['at', 0, 0],
    ['a millisecond after', 1, 0],
  ])('%s its expiry a lot of 25 is worth what it should', (_, offsetMs, credits) => {
    const { wallet } = granted(empty);
    const now = new Date(at(10).getTime() + offsetMs);
    expect(availableCredits(expire(wallet, now).wallet)).toBe(credits);
  });

  test('takes lots out in the order of their expiry, each with an entry at that time', () => {
    const late = granted(empty, { lotId: 'late', expiresAt: at(9), source: 'trial' });
    const early = granted(late.wallet, { lotId: 'early', expiresAt: at(8), source: 'purchase' });
    const alive = granted(early.wallet, { lotId: 'alive', expiresAt: at(99) });
    const { wallet, entries } = expire(alive.wallet, at(50));
    expect(wallet.lots.map((lot) => lot.id)).toEqual(['alive']);
    expect(entries).toEqual([
      expect.objectContaining({
        number: 4,
        kind: 'expire',
        lotId: 'early',
        at: at(8),
        amountCredits: -25,
        balanceBeforeCredits: 75,
        balanceAfterCredits: 50,
        idempotencyKey: 'expire:early',
        actor: 'system',
      }),
      expect.objectContaining({ number: 5, lotId: 'late', at: at(9), balanceAfterCredits: 25 }),
    ]);
  });

  test('drops a lot that has nothing left without an entry', () => {
    const wallet = { ...empty, lots: [aLot({ remainingCredits: 0 })] };
    expect(expire(wallet, at(10))).toEqual({ wallet: empty, entries: [] });
  });

  test('does nothing the second time', () => {
    const first = expire(granted(empty).wallet, at(10));
    expect(expire(first.wallet, at(10))).toEqual({ wallet: first.wallet, entries: [] });
  });
});

test.each<[string, Partial<Lot>, Partial<Lot>]>([
  ['a trial before an operator’s gift', { source: 'trial' }, { source: 'operator' }],
  ['an operator’s gift before a purchase', { source: 'operator' }, { source: 'purchase' }],
  [
    'a trial before what expires earlier',
    { source: 'trial', expiresAt: at(20) },
    { source: 'purchase', expiresAt: at(5) },
  ],
  [
    'a dispute won like a purchase: what expires earlier',
    { source: 'purchase', expiresAt: at(5) },
    { source: 'refund_reversed', expiresAt: at(6) },
  ],
  ['of equal expiry the older', { grantedAt: at(1) }, { grantedAt: at(2) }],
  ['of equal age the lower id', { id: 'a' }, { id: 'b' }],
])('spends %s', (_, first, second) => {
  const lots = [aLot({ id: 'x', ...first }), aLot({ id: 'y', ...second })];
  expect(inBurnOrder(lots.toReversed())).toEqual(lots);
  expect(inBurnOrder(lots)).toEqual(lots);
});

describe('any sequence of grants and expiries', () => {
  const step = fc.record({
    hours: fc.integer({ min: 0, max: 12 }),
    grant: fc.option(
      fc.record({
        amountCredits: fc.integer({ min: -2, max: 1_000 }),
        lifeHours: fc.integer({ min: 1, max: 40 }),
        source: fc.constantFrom(...creditSources),
      }),
    ),
  });

  test('agrees with a plain list of amounts, and its entries with each other (rules 1 to 3)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let wallet = empty;
        let hour = 0;
        const entries: Entry[] = [];
        let model: { readonly amount: number; readonly until: number }[] = [];
        steps.forEach(({ hours, grant: wanted }, index) => {
          hour += hours;
          const expired = expire(wallet, at(hour));
          wallet = expired.wallet;
          entries.push(...expired.entries);
          model = model.filter(({ until }) => until > hour);
          if (wanted) {
            const { lifeHours, ...what } = wanted;
            const times = { now: at(hour), expiresAt: at(hour + lifeHours) };
            const result = grant(wallet, command({ ...what, ...times, lotId: `lot-${index}` }));
            expect(result.ok).toBe(what.amountCredits >= 1);
            if (result.ok) {
              wallet = result.wallet;
              entries.push(...result.entries);
              model.push({ amount: what.amountCredits, until: hour + lifeHours });
            }
          }
          expect(availableCredits(wallet)).toBe(model.reduce((sum, { amount }) => sum + amount, 0));
          expect(wallet.entryCount).toBe(entries.length);
          expect(wallet.lots).toEqual(inBurnOrder(wallet.lots));
        });
        expectChain(entries, availableCredits(wallet));
      }),
    );
  });
});

/** Rules 2 and 3: numbered from 1 without a gap, each following from the one before, in time. */
function expectChain(entries: readonly Entry[], balance: number): void {
  let previous = 0;
  entries.forEach((entry, index) => {
    expect(entry.number).toBe(index + 1);
    expect(entry.balanceBeforeCredits).toBe(previous);
    expect(entry.balanceAfterCredits).toBe(previous + entry.amountCredits);
    expect(entry.availableAfterCredits).toBeGreaterThanOrEqual(0);
    const earlier = entries[index - 1]?.at ?? entry.at;
    expect(entry.at.getTime()).toBeGreaterThanOrEqual(earlier.getTime());
    previous = entry.balanceAfterCredits;
  });
  expect(previous).toBe(balance);
}
