import { describe, expect, test } from 'vitest';
import { refund, reverseRefund } from '../../../../../functions/domain/ledger/refund.ts';
import { at } from '../../../../support/ledger-commands.ts';
import { play, storyOf } from '../../../../support/ledger-scenario.ts';

const DAY_HOURS = 24;

describe('a refund (rule 6)', () => {
  test('takes the remaining credits of the purchase, and of nothing else', () => {
    const { entries } = play(`
      0: trial t 25 900     =  25 0 0
      0: purchase p 100 900 = 125 0 0
      0: purchase q 100 900 = 225 0 0
      1: refund p 50        = 175 0 0 | t 25, p 50, q 100`);
    expect(entries.at(-1)).toMatchObject({ kind: 'refund', quantityCredits: 50, reference: 'p' });
  });

  const scenarios = {
    'of spent credits becomes a debt (rule 1)': `
      0: purchase p 100 900 = 100 0 0
      0: hold h 80 9        =  20 80 0
      0: capture h          =  20 0 0
      1: refund p 50        =   0 0 30 | p 0`,
    'in parts takes no more than in one': `
      0: purchase p 100 900 = 100 0 0
      0: hold h 80 9        =  20 80 0
      0: capture h          =  20 0 0
      1: refund p 15        =   5 0 0
      2: refund p 15        =   0 0 10
      3: refund p 20        =   0 0 30`,
  };
  test.each(Object.entries(scenarios))('%s', (_, scenario) => void play(scenario));

  test('of expired credits costs nothing more', () => {
    const { entries, wallet } = play(`
      0: purchase p 100 10 = 100 0 0
      0: hold h 30 9       =  70 30 0
      0: capture h         =  70 0 0
      10: wait             =   0 0 0
      11: refund p 100     =   0 0 30`);
    expect(storyOf(entries)).toBe('grant +100, hold 0, capture -30, expire -70, refund -30');
    expect(wallet.lots).toMatchObject([{ expiredCredits: 0, refundedCredits: 30 }]);
  });

  test.each([
    ['released', '3: release h', '30 0 0', 'release 0'],
    ['captured', '3: capture h', '0 0 10', 'capture -40'],
    ['captured in part', '3: capture h 15', '15 0 0', 'capture -15, release 0'],
    ['left to expire', '9: wait', '30 0 0', 'release 0'],
  ])('of held credits waits for the hold, which is %s', (_, end, sums, story) => {
    const { entries } = play(`
      0: purchase p 100 900 = 100 0 0
      1: hold h 40 9        =  60 40 0
      2: refund p 70        =   0 40 10
      ${end} = ${sums}`);
    expect(storyOf(entries)).toBe(`grant +100, hold 0, refund -70, ${story}`);
  });

  test('of something never bought is a defect', () => {
    expect(() => play('0: refund p 10 = 0 0 0')).toThrow('never bought');
  });

  test.each([0, -5, 0.5, Number.NaN])('of %d credits is a defect', (amountCredits) => {
    const { wallet } = play('0: purchase p 100 900 = 100 0 0');
    const command = { reference: 'p', idempotencyKey: 'key', actor: 'system', now: at(1) };
    expect(() => refund(wallet, { ...command, amountCredits })).toThrow(RangeError);
    expect(() => reverseRefund(wallet, { ...command, amountCredits, lotId: 'r' })).toThrow(
      RangeError,
    );
  });
});

describe('a refund reversed', () => {
  test('adds a lot of its own, which is spent like a purchase', () => {
    const { entries, wallet } = play(`
      0: purchase p 100 900 = 100 0 0
      1: refund p 100       =   0 0 0
      2: reverse p 100 r    = 100 0 0 | p 0, r 100`);
    expect(entries.at(-1)).toMatchObject({ kind: 'refund_reversed', lotId: 'r', reference: 'p' });
    expect(wallet.lots).toMatchObject([{ refundedCredits: 0 }, { source: 'refund_reversed' }]);
  });

  const scenarios = {
    'ends the debt': `
      0: purchase p 100 900 = 100 0 0
      0: hold h 80 9        =  20 80 0
      0: capture h          =  20 0 0
      1: refund p 100       =   0 0 80
      2: reverse p 100 r    =  20 0 0 | r 20`,
    'in part returns the part': `
      0: purchase p 100 900 = 100 0 0
      1: refund p 100       =   0 0 0
      2: reverse p 40 r     =  40 0 0
      3: reverse p 60 s     = 100 0 0`,
    'of credits that had all expired changes no balance and has an entry without a lot': `
      0: purchase p 100 10 = 100 0 0
      11: refund p 100     =   0 0 0
      12: reverse p 100 r  =   0 0 0
      story: grant +100, expire -100, refund 0, refund_reversed 0`,
    'can be refunded again': `
      0: purchase p 100 900 = 100 0 0
      1: refund p 100       =   0 0 0
      2: reverse p 100 r    = 100 0 0
      3: hold h 40 9        =  60 40 0
      4: refund p 100       =   0 40 40
      5: release h          =   0 0 0`,
  };
  test.each(Object.entries(scenarios))('%s', (_, scenario) => void play(scenario));

  test('returns nothing that had expired before the refund', () => {
    const { entries, wallet } = play(`
      0: purchase p 100 10 = 100 0 0
      0: hold h 30 9       =  70 30 0
      0: capture h         =  70 0 0
      11: refund p 100     =   0 0 30
      12: reverse p 100 r  =   0 0 0 | r 0`);
    expect(storyOf(entries.slice(-2))).toBe('refund -30, refund_reversed +30');
    expect(wallet.lots.find(({ id }) => id === 'p')).toMatchObject({ expiredCredits: 70 });
  });

  test.each([
    ['as long as the bought credits', 9_000, 9_000],
    ['at least thirty days', 3, 2 + 30 * DAY_HOURS],
  ])('can be spent for %s', (_, boughtUntil, restoredUntil) => {
    const { wallet } = play(`
      0: purchase p 100 ${boughtUntil} = 100 0 0
      1: refund p 100     =   0 0 0
      2: reverse p 100 r  = 100 0 0`);
    expect(wallet.lots.find(({ id }) => id === 'r')?.expiresAt).toEqual(at(restoredUntil));
  });
});
