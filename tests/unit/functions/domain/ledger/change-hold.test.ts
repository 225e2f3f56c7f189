import { describe, expect, test } from 'vitest';
import { changeHold } from '../../../../../functions/domain/ledger/change-hold.ts';
import { at } from '../../../../support/ledger-commands.ts';
import { play, storyOf } from '../../../../support/ledger-scenario.ts';

const held = `
  0: trial t 10 900    =  10 0 0
  0: purchase p 20 900 =  30 0 0
  1: hold h 5 9        =  25 5 0 | t 5, p 20`;

describe('a raised hold', () => {
  test('has its new amount, from the lots in the order in which they are spent', () => {
    const { entries, wallet } = play(`${held}
      2: change h 12 = 18 12 0 | t 0, p 18`);
    expect(storyOf(entries)).toBe('grant +10, grant +20, hold 0, hold 0');
    const reference = 'run of h';
    expect(entries.at(-1)).toMatchObject({ quantityCredits: 7, holdId: 'h', reference });
    expect(wallet.holds).toMatchObject([
      {
        amountCredits: 12,
        split: [
          { lotId: 't', amountCredits: 10 },
          { lotId: 'p', amountCredits: 2 },
        ],
        expiresAt: at(9),
      },
    ]);
  });

  const scenarios = {
    'is spent like a new one: an earlier lot that came later goes first': `
      0: purchase p 20 900  = 20 0 0
      1: hold h 5 9         = 15 5 0
      2: operator o 10 900  = 25 5 0
      3: change h 8         = 22 8 0 | o 7, p 15
      4: capture h 4        = 26 0 0 | o 7, p 19`,
    'is released and captured as a whole': `${held}
      2: change h 30 = 0 30 0
      3: release h   = 30 0 0 | t 10, p 20
      4: hold i 1 9  = 29 1 0
      4: change i 4  = 26 4 0
      5: capture i   = 26 0 0`,
    'may have spent some already, which counts in its amount': `${held}
      2: step h 4    = 25 1 0
      3: change h 8  = 22 4 0
      4: capture h 5 = amount_invalid
      4: capture h 4 = 22 0 0`,
  };
  test.each(Object.entries(scenarios))('%s', (_, scenario) => void play(scenario));

  test.each([
    ['less than it has', '4', 'amount_invalid'],
    ['nothing', '0', 'amount_invalid'],
    ['half a credit', '5.5', 'amount_invalid'],
    ['more than there is', '31', 'credits_insufficient'],
  ])('cannot have %s', (_what, amount, code) => {
    const { wallet } = play(`${held}
      2: change h ${amount} = ${code}`);
    const decided = changeHold(wallet, {
      holdId: 'h',
      amountCredits: Number(amount),
      idempotencyKey: 'key',
      actor: 'tester',
      now: at(2),
    });
    const missing = { availableCredits: 25, requiredCredits: 26 };
    expect(decided).toEqual({ ok: false, code, ...(amount === '31' ? missing : {}) });
  });
});

describe('an extended hold', () => {
  test('ends later, and leaves no entry', () => {
    const { entries } = play(`${held}
      8: change h - 12 = 25 5 0
      11: wait         = 25 5 0
      12: wait         = 30 0 0`);
    expect(storyOf(entries)).toBe('grant +10, grant +20, hold 0, release 0');
    expect(entries.at(-1)?.at).toEqual(at(12));
  });

  test('never ends sooner than before', () => {
    const { wallet } = play(`${held}
      2: change h 6 3 = 24 6 0`);
    expect(wallet.holds[0]?.expiresAt).toEqual(at(9));
  });

  const scenarios = {
    'ends a week after it was made, at the latest': `${held}
      8: change h - 170 = hold_too_long
      8: change h - 169 = 25 5 0
      168: capture h    = 25 0 0`,
    'may spend credits whose lot has expired meanwhile': `
      0: trial t 10 5    = 10 0 0
      1: hold h 10 4     =  0 10 0
      3: change h - 20   =  0 10 0
      10: step h 6       =  0 4 0
      11: release h      =  0 0 0
      story: grant +10, hold 0, capture -6, release 0, expire -4`,
  };
  test.each(Object.entries(scenarios))('%s', (_, scenario) => void play(scenario));
});

test.each([
  ['has expired', '9: wait = 30 0 0', 'hold_expired'],
  ['was captured', '2: capture h = 25 0 0', 'hold_already_settled'],
  ['was released', '2: release h = 30 0 0', 'hold_already_settled'],
])('a hold that %s can be neither raised nor extended', (_what, end, code) => {
  play(`${held}
    ${end}
    9: change h 6    = ${code}
    9: change h - 12 = ${code}
    9: change i 6    = hold_not_found`);
});
