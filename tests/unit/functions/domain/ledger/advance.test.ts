import { describe, expect, test } from 'vitest';
import { advance } from '../../../../../functions/domain/ledger/advance.ts';
import { at } from '../../../../support/ledger-commands.ts';
import { play } from '../../../../support/ledger-scenario.ts';

describe('a lot', () => {
  test.each([
    ['a millisecond before', -1, []],
    ['at', 0, [25]],
    ['a millisecond after', 1, [25]],
  ])('%s its time has the right expired credits', (_, offsetMs, expired) => {
    const { wallet } = play('0: trial t 25 10 = 25 0 0');
    const { entries } = advance(wallet, new Date(at(10).getTime() + offsetMs));
    expect(entries.map(({ quantityCredits }) => quantityCredits)).toEqual(expired);
  });

  test('expires at its time, with an entry of that time, whenever it is written', () => {
    const { entries } = play(`
      0: trial t 25 10 = 25 0 0
      50: wait         =  0 0 0`);
    expect(entries[1]).toMatchObject({
      kind: 'expire',
      quantityCredits: 25,
      amountCredits: -25,
      lotId: 't',
      reference: 't',
      idempotencyKey: 'expire t',
      actor: 'system',
      at: at(10),
    });
  });

  test('with no credits left makes no entry', () => {
    play(`
      0: trial t 25 10 = 25 0 0
      1: hold h 25 9   =  0 25 0
      2: capture h     =  0 0 0
      50: wait         =  0 0 0
      story: grant +25, hold 0, capture -25`);
  });
});

describe('a hold that nobody settles (rule 5)', () => {
  test.each([
    ['a millisecond before', -1, 'open'],
    ['at', 0, 'expired'],
  ])('%s its time is %s', (_, offsetMs, state) => {
    const { wallet } = play(`
      0: trial t 25 900 = 25 0 0
      1: hold h 8 9     = 17 8 0`);
    const advanced = advance(wallet, new Date(at(9).getTime() + offsetMs));
    expect(advanced.wallet.holds).toMatchObject([{ id: 'h', state }]);
  });

  test('is released at its time, by the system', () => {
    const { entries } = play(`
      0: trial t 25 900 = 25 0 0
      1: hold h 8 9     = 17 8 0
      50: wait          = 25 0 0`);
    expect(entries[2]).toMatchObject({
      kind: 'release',
      quantityCredits: 8,
      amountCredits: 0,
      holdId: 'h',
      reference: 'run of h',
      idempotencyKey: 'expire h',
      actor: 'system',
      at: at(9),
    });
  });
});

describe('time', () => {
  test('applies changes in the order of their times, whenever anybody reads', () => {
    const story = `
      0: trial t 10 20     = 10 0 0
      0: purchase p 10 30  = 20 0 0
      1: hold early 5 10   = 15 5 0
      2: hold late 10 25   =  5 15 0`;
    const stepwise = play(`${story}
      10: wait = 10 10 0
      20: wait =  5 10 0
      25: wait = 10 0 0
      30: wait =  0 0 0`);
    const atOnce = play(`${story}
      90: wait =  0 0 0`);
    expect(atOnce).toEqual(stepwise);
  });

  test('ends lots before holds of the same instant: returned credits then expire', () => {
    play(`
      0: trial t 10 9 = 10 0 0
      1: hold h 4 9   =  6 4 0
      9: wait         =  0 0 0
      story: grant +10, hold 0, expire -6, release 0, expire -4`);
  });

  test('ends holds of the same instant by their ids, in any order of the rows', () => {
    const { wallet } = play(`
      0: trial t 10 99 = 10 0 0
      0: hold a 4 9    =  6 4 0
      1: hold b 3 9    =  3 7 0`);
    const { entries } = advance({ ...wallet, holds: wallet.holds.toReversed() }, at(9));
    expect(entries.map(({ holdId }) => holdId)).toEqual(['a', 'b']);
  });

  test('does nothing the second time', () => {
    const { wallet } = play(`
      0: trial t 10 9 = 10 0 0
      9: wait         =  0 0 0`);
    expect(advance(wallet, at(9))).toEqual({ wallet, entries: [] });
  });

  test('keeps the objects that are not due, by which a store knows the changed ones', () => {
    const { wallet } = play('0: trial t 10 9 = 10 0 0');
    expect(advance(wallet, at(8)).wallet).toBe(wallet);
  });
});
