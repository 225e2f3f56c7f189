import { describe, expect, test } from 'vitest';
import { refuseCommand } from '../../../../functions/http/ledger-refusal.ts';

describe('a refusal of the ledger', () => {
  test.each([
    'amount_invalid',
    'hold_already_settled',
    'hold_expired',
    'hold_not_found',
    'wallet_full',
  ] as const)('%s is told by its code, and whether it is told again', (code) => {
    for (const replayed of [false, true]) {
      expect(refuseCommand({ ok: false, code, replayed })).toEqual({
        problem: code,
        detail: expect.stringMatching(/^[A-Z].*\.$/),
        replayed,
      });
    }
  });

  test('for too few credits says how many there are and how many it takes', () => {
    const sums = { availableCredits: 4, requiredCredits: 10 };
    expect(
      refuseCommand({ ok: false, code: 'credits_insufficient', ...sums, replayed: false }),
    ).toEqual({
      problem: 'credits_insufficient',
      detail: 'The wallet has 4 of the 10 credits that this takes.',
      replayed: false,
      facts: { available: 4, required: 10 },
    });
  });

  test('for a key with other content is no first answer given again', () => {
    expect(refuseCommand({ ok: false, code: 'idempotency_conflict' })).not.toHaveProperty(
      'replayed',
    );
  });
});
