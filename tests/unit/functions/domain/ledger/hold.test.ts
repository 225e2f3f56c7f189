import { describe, expect, test } from 'vitest';
import { hold } from '../../../../../functions/domain/ledger/hold.ts';
import { maxAmountCredits } from '../../../../../src/contract/credits.ts';
import { at } from '../../../../support/ledger-commands.ts';
import { play, storyOf } from '../../../../support/ledger-scenario.ts';

const command = {
  holdId: 'h',
  amountCredits: 1,
  expiresAt: at(9),
  reference: 'run',
  idempotencyKey: 'key',
  actor: 'a service',
  now: at(0),
};

describe('a hold', () => {
  test('moves credits from available to held, and leaves the balance (rule 2)', () => {
    const { entries, wallet } = play(`
      0: trial t 25 900 = 25 0 0
      1: hold h 8 9     = 17 8 0 | t 17`);
    expect(storyOf(entries)).toBe('grant +25, hold 0');
    expect(entries[1]).toMatchObject({ quantityCredits: 8, holdId: 'h', reference: 'run of h' });
    expect(wallet.holds).toEqual([
      {
        id: 'h',
        amountCredits: 8,
        split: [{ lotId: 't', amountCredits: 8 }],
        state: 'open',
        captured: [],
        reference: 'run of h',
        actor: 'tester',
        createdAt: at(1),
        expiresAt: at(9),
      },
    ]);
  });

  test('takes trials, then gifts, then purchases, and within each the earliest expiry', () => {
    const { wallet } = play(`
      0: purchase late 10 90  = 10 0 0
      0: purchase early 10 50 = 20 0 0
      0: operator gift 10 99  = 30 0 0
      0: trial trial 10 99    = 40 0 0
      1: hold h 35 9          =  5 35 0 | trial 0, gift 0, early 0, late 5`);
    const [held] = wallet.holds;
    expect(held?.split.map(({ lotId, amountCredits }) => `${lotId} ${amountCredits}`)).toEqual([
      'trial 10',
      'gift 10',
      'early 10',
      'late 5',
    ]);
  });

  const scenarios = {
    'takes the last credit and not one more (rule 1)': `
      0: trial t 25 900 = 25 0 0
      1: hold a 25 9    =  0 25 0
      1: hold b 1 9     = credits_insufficient`,
    'can spend a gift while a purchase has a debt': `
      0: purchase p 10 900 = 10 0 0
      0: hold a 10 9       =  0 10 0
      0: capture a         =  0 0 0
      1: refund p 10       =  0 0 10
      2: operator g 5 900  =  5 0 10
      2: hold b 5 9        =  0 5 10`,
  };
  test.each(Object.entries(scenarios))('%s', (_, scenario) => void play(scenario));

  test('that is too large gets the available and the required credits', () => {
    const { wallet } = play('0: trial t 25 900 = 25 0 0');
    expect(hold(wallet, { ...command, amountCredits: 26 })).toEqual({
      ok: false,
      code: 'credits_insufficient',
      availableCredits: 25,
      requiredCredits: 26,
    });
  });

  test.each([0, -1, 0.5, 1e21, maxAmountCredits + 1, Number.NaN])('of %d is refused', (amount) => {
    const { wallet } = play('0: trial t 25 900 = 25 0 0');
    const refused = { ok: false, code: 'amount_invalid' };
    expect(hold(wallet, { ...command, amountCredits: amount })).toEqual(refused);
  });
});
