import { describe, expect, test } from 'vitest';
import {
  capAlerts,
  currentUse,
  isKeyInForce,
  windowEnd,
  windowName,
} from '../../../../../functions/domain/ledger/key-cap.ts';
import type { Wallet, WalletKey } from '../../../../../functions/domain/ledger/wallet.ts';
import {
  at,
  beginningWith,
  type LedgerCommand,
  obey,
} from '../../../../support/ledger-commands.ts';

const used = (spentCredits: number, heldCredits = 0) => ({ spentCredits, heldCredits });

describe('the windows of a cap', () => {
  test.each([
    ['2026-01-31T23:59:59.999Z', '2026-01-31', '2026-02-01', '2026-01', '2026-02-01'],
    ['2026-02-01T00:00:00.000Z', '2026-02-01', '2026-02-02', '2026-02', '2026-03-01'],
    ['2028-02-29T12:00:00.000Z', '2028-02-29', '2028-03-01', '2028-02', '2028-03-01'],
    ['2026-12-31T23:00:00.000Z', '2026-12-31', '2027-01-01', '2026-12', '2027-01-01'],
    // Clocks change in many places at this hour, and not in UTC.
    ['2026-03-29T01:30:00.000Z', '2026-03-29', '2026-03-30', '2026-03', '2026-04-01'],
  ])('at %s are those of UTC', (time, day, nextDay, month, nextMonth) => {
    const now = new Date(time);
    expect([windowName('day', now), windowName('month', now)]).toEqual([day, month]);
    expect(windowEnd('day', now)).toEqual(new Date(nextDay));
    expect(windowEnd('month', now)).toEqual(new Date(nextMonth));
    expect([windowName('life', now), windowEnd('life', now)]).toEqual(['life', undefined]);
  });

  test('are forgotten nine days after their end, unless a hold can still come back to them', () => {
    const now = new Date('2026-03-10T00:00:00.000Z');
    const kept = {
      ...{ '2026-03-02': used(1), '2026-03': used(1), life: used(9) },
      ...{ '2026-01-05': used(0, 1), '2026-01': used(0, 1) },
    };
    const over = { '2026-03-01': used(1), '2026-02': used(1), '2026-02-28': used(3) };
    expect(currentUse({ ...kept, ...over }, now)).toEqual(kept);
  });
});

/** Runs commands on a wallet with 100 credits and a key with caps. */
function played(caps: WalletKey['caps'], commands: readonly object[]) {
  const all: readonly object[] = [
    { kind: 'grant', source: 'trial', id: 'lot', amount: 100, until: 2_000, hour: 0 },
    { kind: 'caps', id: 'k', caps, hour: 0 },
    ...commands,
  ];
  let state = beginningWith(['k']);
  const outcomes = all.map((command, index) => {
    const sent = { ...command, key: `${index}` };
    const { outcome, ...after } = obey(state, sent as LedgerCommand);
    state = after;
    return outcome;
  });
  return { outcomes: outcomes.slice(2), wallet: state.wallet };
}

const hold = (hour: number, id: string, amount: number, until = hour + 100) => ({
  ...{ kind: 'hold', with: 'k', id, amount, until, hour },
});

const useOf = ({ keys }: Wallet) => keys[0]?.use;

describe('a hold of a key', () => {
  test('gives back its room to the day in which it was made, over the end of a month', () => {
    // 23:00 on January 31, 1:00 on February 1.
    const [late, early] = [31 * 24 - 1, 31 * 24 + 1];
    const { outcomes, wallet } = played({ day: 10, month: 10 }, [
      hold(late, 'a', 10),
      hold(late, 'b', 1),
      hold(early, 'c', 9),
      { kind: 'release', id: 'a', hour: early },
      hold(early, 'd', 2),
      { kind: 'capture', id: 'c', amount: 4, hour: early },
      hold(early, 'e', 6),
    ]);
    expect(outcomes).toEqual(['ok', 'key_cap_reached', 'ok', 'ok', 'key_cap_reached', 'ok', 'ok']);
    expect(useOf(wallet)).toEqual({
      ...{ '2026-01-31': used(0), '2026-02-01': used(4, 6) },
      ...{ '2026-01': used(0), '2026-02': used(4, 6), life: used(4, 6) },
    });
  });

  test('belongs to its day when it is raised, and extending moves nothing', () => {
    const { outcomes, wallet } = played({ day: 10 }, [
      hold(23, 'a', 6),
      hold(25, 'b', 9),
      { kind: 'change', id: 'a', amount: 10, hour: 25 },
      { kind: 'change', id: 'a', amount: 11, hour: 25 },
      { kind: 'change', id: 'a', until: 150, hour: 26 },
    ]);
    expect(outcomes).toEqual(['ok', 'ok', 'ok', 'key_cap_reached', 'ok']);
    expect(useOf(wallet)).toMatchObject({ '2026-01-01': used(0, 10), '2026-01-02': used(0, 9) });
  });

  test('counts when a clock has stepped back over midnight', () => {
    const { outcomes } = played({ day: 10 }, [
      hold(25, 'a', 10),
      hold(23, 'b', 10),
      hold(23, 'c', 1),
    ]);
    expect(outcomes).toEqual(['ok', 'ok', 'key_cap_reached']);
  });

  test('is refused for the cap that lasts longest, also where credits lack', () => {
    const { outcomes } = played({ life: 50, month: 50, day: 50 }, [hold(1, 'a', 200)]);
    expect(outcomes).toEqual(['key_cap_reached']);
    expect(played({}, [hold(1, 'a', 200)]).outcomes).toEqual(['credits_insufficient']);
  });
});

test('a key makes holds before its end, and none after it', () => {
  const keys = [{ id: 'k', caps: {}, use: {}, endsAt: at(5) }];
  expect([at(4), at(5), at(6)].map((now) => isKeyInForce({ keys }, 'k', now))).toEqual([
    true,
    false,
    false,
  ]);
  expect(isKeyInForce({ keys: [] }, 'k', at(0))).toBe(false);
});

test('an alert names the highest share that was reached, once a window', () => {
  const key = { id: 'k', caps: { day: 10, life: 1_000 }, use: {} };
  const day = { ...used(9), toldPercent: 80 };
  const after = { ...key, use: { '2026-11-30': day, life: used(9) } };
  expect(capAlerts(key, after)).toEqual([
    {
      ...{ window: 'day', percent: 80, capCredits: 10, spentCredits: 9 },
      resetsAt: new Date('2026-12-01T00:00:00.000Z'),
    },
  ]);
  expect(capAlerts(after, after)).toEqual([]);
});
