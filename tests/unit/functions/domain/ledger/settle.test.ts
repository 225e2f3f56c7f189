import { describe, expect, test } from 'vitest';
import { changeHold } from '../../../../../functions/domain/ledger/change-hold.ts';
import { capture, release } from '../../../../../functions/domain/ledger/settle.ts';
import { at } from '../../../../support/ledger-commands.ts';
import { play, storyOf } from '../../../../support/ledger-scenario.ts';

const held = `
  0: trial t 19 900     =  19 0 0
  0: purchase p 100 900 = 119 0 0
  1: hold h 22 9        =  97 22 0 | t 0, p 97`;

describe('a capture', () => {
  const scenarios = {
    'of the whole hold spends it': `${held}
      2: capture h = 97 0 0
      story: grant +19, grant +100, hold 0, capture -22`,
    'may spend credits whose lot has expired meanwhile': `
      0: trial t 10 5 = 10 0 0
      4: hold h 8 9   =  2 8 0
      6: capture h    =  0 0 0
      story: grant +10, hold 0, expire -2, capture -8`,
    'of less expires the rest of a lot that has expired meanwhile': `
      0: trial t 10 5 = 10 0 0
      4: hold h 8 9   =  2 8 0
      6: capture h 3  =  0 0 0
      story: grant +10, hold 0, expire -2, capture -3, release 0, expire -5`,
  };
  test.each(Object.entries(scenarios))('%s', (_, scenario) => void play(scenario));

  test('of less returns the rest, to the lots that are spent last', () => {
    const { entries, wallet } = play(`${held}
      2: capture h 6 = 113 0 0 | t 13, p 100`);
    expect(storyOf(entries)).toBe('grant +19, grant +100, hold 0, capture -6, release 0');
    expect(entries.at(-1)).toMatchObject({ quantityCredits: 16, holdId: 'h' });
    expect(wallet.holds).toMatchObject([
      { state: 'captured', captured: [{ lotId: 't', amountCredits: 6 }] },
    ]);
  });

  test('stores how much it spent of each lot', () => {
    const { wallet } = play(`${held}
      2: capture h 20 = 99 0 0 | t 0, p 99`);
    expect(wallet.holds[0]?.captured).toEqual([
      { lotId: 't', amountCredits: 19 },
      { lotId: 'p', amountCredits: 1 },
    ]);
  });

  test.each(['23', '0', '-1', '0.5', '1e21', 'NaN'])('of %s is refused', (amount) => {
    play(`${held}
      2: capture h ${amount} = amount_invalid
      2: capture h           = 97 0 0`);
  });
});

describe('a capture in steps', () => {
  test('keeps the rest held, and its last step returns what is left', () => {
    const { entries, wallet } = play(`${held}
      2: step h 6    = 97 16 0 | t 0, p 97
      3: step h 14   = 97 2 0
      4: capture h 1 = 98 0 0 | t 0, p 98`);
    expect(storyOf(entries)).toBe(
      'grant +19, grant +100, hold 0, capture -6, capture -14, capture -1, release 0',
    );
    expect(wallet.holds).toMatchObject([
      {
        state: 'captured',
        amountCredits: 22,
        captured: [
          { lotId: 't', amountCredits: 19 },
          { lotId: 'p', amountCredits: 2 },
        ],
      },
    ]);
  });

  const scenarios = {
    'spends at most what the hold still has, and ends it with that': `${held}
      2: step h 20   = 97 2 0
      3: step h 3    = amount_invalid
      3: capture h 3 = amount_invalid
      3: step h 2    = 97 0 0
      4: step h 1    = hold_already_settled`,
    'pays the debt of its lot with what returns': `
      0: purchase p 100 900 = 100 0 0
      1: hold h 40 9        =  60 40 0
      2: refund p 70        =   0 40 10
      3: step h 35          =   0 5 10
      4: release h          =   0 0 5`,
  };
  test.each(Object.entries(scenarios))('%s', (_, scenario) => void play(scenario));

  test.each([
    ['all of it', 'step h = 97 0 0', 'captured'],
    ['all that is left', 'capture h = 97 0 0', 'captured'],
    ['nothing more', 'release h = 105 0 0', 'released'],
  ])('may end with %s', (_what, end, state) => {
    const { wallet } = play(`${held}
      2: step h 14 = 97 8 0
      3: ${end}`);
    expect(wallet.holds).toMatchObject([{ state }]);
  });

  test('keeps what it has spent when the hold expires, and returns the rest', () => {
    const { entries, wallet } = play(`${held}
      2: step h 20   = 97 2 0
      9: capture h 1 = hold_expired
      9: wait        = 99 0 0 | t 0, p 99`);
    expect(entries.at(-1)).toMatchObject({ kind: 'release', quantityCredits: 2, at: at(9) });
    expect(wallet.holds).toMatchObject([{ state: 'expired' }]);
  });
});

describe('a release', () => {
  const scenarios = {
    'returns every credit to its lot': `${held}
      2: release h = 119 0 0 | t 19, p 100
      story: grant +19, grant +100, hold 0, release 0`,
    'pays the debt of its lot first': `
      0: purchase p 100 900 = 100 0 0
      1: hold h 40 9        =  60 40 0
      2: refund p 70        =   0 40 10
      3: release h          =  30 0 0 | p 30
      story: grant +100, hold 0, refund -70, release 0`,
  };
  test.each(Object.entries(scenarios))('%s', (_, scenario) => void play(scenario));

  test('never revives an expired lot: returned credits expire at once', () => {
    const { entries, wallet } = play(`
      0: trial t 10 5      = 10 0 0
      0: purchase p 10 900 = 20 0 0
      4: hold h 15 9       =  5 15 0
      6: release h         = 10 0 0 | t 0, p 10`);
    expect(storyOf(entries)).toBe('grant +10, grant +10, hold 0, release 0, expire -10');
    expect(entries.at(-1)).toMatchObject({ lotId: 't', holdId: 'h', quantityCredits: 10 });
    expect(wallet.lots).toMatchObject([{ expiredCredits: 10 }, { expiredCredits: 0 }]);
  });
});

describe('a hold of another maker', () => {
  const command = { holdId: 'h', idempotencyKey: 'key', actor: 'service b', now: at(9) };
  const stories = [
    ['is open', '2: wait = 97 22 0'],
    ['was captured', '2: capture h = 97 0 0'],
    ['was released', '2: release h = 119 0 0'],
    ['has expired', '9: wait = 119 0 0'],
  ] as const;

  test.each(stories)('that %s is not found', (_what, line) => {
    const { wallet } = play(`${held}
      ${line}`);
    const none = { ok: false, code: 'hold_not_found' };
    expect(capture(wallet, command)).toEqual(none);
    expect(capture(wallet, { ...command, amountCredits: 1, keepsRest: true })).toEqual(none);
    expect(release(wallet, command)).toEqual(none);
    expect(changeHold(wallet, { ...command, amountCredits: 30 })).toEqual(none);
  });

  test('that nobody is known to have made is not found either', () => {
    const { wallet } = play(held);
    const [hold] = wallet.holds.map(({ actor: _unknown, ...others }) => others);
    const older = { ...wallet, holds: hold ? [hold] : [] };
    expect(release(older, command)).toEqual({ ok: false, code: 'hold_not_found' });
  });

  test('is found where the command says so', () => {
    const { wallet } = play(held);
    const settle = { ...command, ofAnyMaker: true };
    expect(capture(wallet, settle)).toMatchObject({ ok: true });
    expect(release(wallet, settle)).toMatchObject({ ok: true });
  });
});

describe('a hold ends once (rule 5)', () => {
  test.each([
    ['capture', 'capture', 'hold_already_settled'],
    ['capture', 'release', 'hold_already_settled'],
    ['release', 'capture', 'hold_already_settled'],
    ['release', 'release', 'hold_already_settled'],
  ])('by a %s, after which a %s is refused', (first, second, code) => {
    const sums = first === 'capture' ? '97 0 0' : '119 0 0';
    const { entries } = play(`${held}
      2: ${first} h  = ${sums}
      3: ${second} h = ${code}
      9: wait        = ${sums}`);
    expect(entries).toHaveLength(4);
  });

  test.each(['capture', 'release'])('by its time, after which a %s is refused', (command) => {
    play(`${held}
      9: ${command} h  = hold_expired
      10: ${command} h = hold_expired
      10: wait         = 119 0 0 | t 19, p 100`);
  });

  test.each(['capture', 'release'])('and a %s of an unknown hold finds none', (command) => {
    play(`${held}
      2: ${command} other = hold_not_found`);
  });
});
