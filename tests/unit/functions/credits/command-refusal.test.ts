import { describe, expect, test } from 'vitest';
import { describeRefusal, refuseCommand } from '../../../../functions/credits/command-refusal.ts';
import { captureHold } from '../../../../src/contract/holds.ts';

describe('a refusal of the ledger', () => {
  test.each([
    'amount_invalid',
    'hold_already_settled',
    'hold_expired',
    'hold_not_found',
    'wallet_full',
  ] as const)('%s has its code, and says whether it is a repeated answer', (code) => {
    for (const replayed of [false, true]) {
      expect(describeRefusal({ ok: false, code, replayed })).toEqual({
        ok: false,
        code,
        detail: expect.stringMatching(/^[A-Z].*\.$/),
        replayed,
      });
    }
  });

  test('for too few credits gives the available and the required credits', () => {
    const sums = { availableCredits: 4, requiredCredits: 10 };
    expect(
      describeRefusal({ ok: false, code: 'credits_insufficient', ...sums, replayed: false }),
    ).toEqual({
      ok: false,
      code: 'credits_insufficient',
      detail: 'The wallet has 4 of the 10 credits that this takes.',
      replayed: false,
      facts: { available: 4, required: 10 },
    });
  });

  test('for a key with other content is no repeated answer', () => {
    const described = describeRefusal({ ok: false, code: 'idempotency_conflict' });
    expect(described).not.toHaveProperty('replayed');
  });

  test('is the refusal of a route that lists its code', () => {
    const refused = { ok: false, code: 'hold_expired', replayed: false } as const;
    expect(refuseCommand(captureHold, refused)).toEqual(describeRefusal(refused));
    const invalid = { ...refused, code: 'amount_invalid' } as const;
    expect(refuseCommand(captureHold, invalid)).toEqual(describeRefusal(invalid));
  });

  test('is a bug where the route does not list its code', () => {
    const refused = { ok: false, code: 'wallet_full', replayed: false } as const;
    expect(() => refuseCommand(captureHold, refused)).toThrow(TypeError);
  });
});
