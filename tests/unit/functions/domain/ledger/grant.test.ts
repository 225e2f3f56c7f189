import { describe, expect, test } from 'vitest';
import {
  type GrantCommand,
  grant,
  maxOpenLots,
} from '../../../../../functions/domain/ledger/grant.ts';
import type { Lot, Wallet } from '../../../../../functions/domain/ledger/wallet.ts';
import { maxAmountCredits } from '../../../../../src/contract/credits.ts';
import { at, beginning } from '../../../../support/ledger-commands.ts';
import { play, storyOf } from '../../../../support/ledger-scenario.ts';

const trial: GrantCommand = {
  lotId: 'lot',
  source: 'trial',
  amountCredits: 25,
  expiresAt: at(10),
  reference: 'reference',
  idempotencyKey: 'key',
  actor: 'system',
  now: at(0),
};

describe('a grant', () => {
  test.each([1, 25, maxAmountCredits])('of %d adds as many credits', (amountCredits) => {
    expect(grant(beginning.wallet, { ...trial, amountCredits })).toMatchObject({
      ok: true,
      wallet: { entryCount: 1, lots: [{ amountCredits, remainingCredits: amountCredits }] },
    });
  });

  test.each([0, -1, -0.5, 0.5, 1e21, maxAmountCredits + 1, 2 ** 53, Number.NaN, Infinity])(
    'of %d is refused',
    (amountCredits) => {
      const refused = { ok: false, code: 'amount_invalid' };
      expect(grant(beginning.wallet, { ...trial, amountCredits })).toEqual(refused);
    },
  );

  test('records who, what, when, and the balance around it (rule 3)', () => {
    const { wallet } = play('0: trial first 25 10 = 25 0 0');
    const second: GrantCommand = {
      lotId: 'second',
      source: 'operator',
      amountCredits: 100,
      expiresAt: at(20),
      reference: 'ticket 7',
      reason: 'an outage',
      idempotencyKey: 'a key',
      actor: 'operator:mo',
      now: at(1),
    };
    expect(grant(wallet, second)).toMatchObject({
      entries: [
        {
          number: 2,
          kind: 'grant',
          quantityCredits: 100,
          amountCredits: 100,
          balanceBeforeCredits: 25,
          balanceAfterCredits: 125,
          availableAfterCredits: 125,
          heldAfterCredits: 0,
          owedAfterCredits: 0,
          lotId: 'second',
          reference: 'ticket 7',
          idempotencyKey: 'a key',
          actor: 'operator:mo',
          at: at(1),
        },
      ],
      wallet: { lots: [{ id: 'first' }, { id: 'second', reason: 'an outage', grantedAt: at(1) }] },
    });
  });

  test('leaves its argument unchanged', () => {
    const before = structuredClone(beginning.wallet);
    grant(beginning.wallet, trial);
    expect(beginning.wallet).toEqual(before);
  });
});

describe('a wallet with as many lots as it may have', () => {
  const given = grant(beginning.wallet, { ...trial, source: 'operator' });
  const [lot] = given.ok ? given.wallet.lots : [];
  const walletOf = (count: number, changes: Partial<Lot> = {}): Wallet => ({
    ...beginning.wallet,
    lots: lot ? Array.from({ length: count }, (_, n) => ({ ...lot, id: `${n}`, ...changes })) : [],
  });

  test('refuses a gift, and accepts one with one lot less', () => {
    const gift = { ...trial, source: 'operator' } as const;
    const full = { ok: false, code: 'wallet_full' };
    expect(grant(walletOf(maxOpenLots), gift)).toEqual(full);
    expect(grant(walletOf(maxOpenLots, { remainingCredits: 0, heldCredits: 1 }), gift)).toEqual(
      full,
    );
    expect(grant(walletOf(maxOpenLots, { remainingCredits: 0, owedCredits: 1 }), gift)).toEqual(
      full,
    );
    expect(grant(walletOf(maxOpenLots - 1), gift)).toMatchObject({ ok: true });
  });

  test('accepts purchases, returned credits and the one trial', () => {
    for (const source of ['purchase', 'refund_reversed', 'trial'] as const) {
      expect(grant(walletOf(maxOpenLots), { ...trial, source })).toMatchObject({ ok: true });
    }
  });

  test('does not count lots without credits', () => {
    const gift = { ...trial, source: 'operator' } as const;
    const spent = walletOf(maxOpenLots, { remainingCredits: 0 });
    expect(grant(spent, gift)).toMatchObject({ ok: true });
  });
});

describe('a debt (rule 1)', () => {
  const debt = `
    0: purchase p 100 900 = 100 0 0
    0: hold h 80 9        =  20 80 0
    0: capture h          =  20 0 0
    1: refund p 50        =   0 0 30`;

  test('is paid by the next purchase first', () => {
    const { entries } = play(`${debt}
      2: purchase q 100 900 = 70 0 0 | q 70`);
    expect(entries.at(-1)).toMatchObject({ amountCredits: 100, balanceBeforeCredits: -30 });
  });

  test('is paid by several purchases when one is too small', () => {
    play(`${debt}
      2: purchase q 20 900 = 0 0 10 | q 0
      3: purchase r 20 900 = 10 0 0 | q 0, r 10`);
  });

  test.each(['trial', 'operator'])('is not paid by a gift: %s', (source) => {
    play(`${debt}
      2: ${source} g 25 900 = 25 0 30 | g 25`);
  });

  test('of the oldest lot is paid first, in any order of spending', () => {
    const { wallet } = play(`
      0: purchase a 10 900 = 10 0 0
      1: purchase b 10 800 = 20 0 0
      1: hold h 20 9       =  0 20 0
      1: capture h         =  0 0 0
      2: refund b 10       =  0 0 10
      3: refund a 10       =  0 0 20
      4: purchase c 15 900 =  0 0 5`);
    const owed = wallet.lots.map(({ id, owedCredits }) => [id, owedCredits]);
    expect(Object.fromEntries(owed)).toEqual({ a: 0, b: 5, c: 0 });
  });

  test('has no entry of its own: the entry of the refund has its whole amount', () => {
    expect(storyOf(play(debt).entries)).toBe('grant +100, hold 0, capture -80, refund -50');
  });
});
