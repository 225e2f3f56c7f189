import { expect, test } from 'vitest';
import { flowsActor } from '../../../../../functions/domain/ledger/entry-reply.ts';
import type { Wallet } from '../../../../../functions/domain/ledger/wallet.ts';
import { walletEvents } from '../../../../../functions/domain/ledger/wallet-events.ts';
import { at } from '../../../../support/ledger-commands.ts';
import { play } from '../../../../support/ledger-scenario.ts';

/** The events for services about the last line of a scenario. */
function toldOf(scenario: string, change: (wallet: Wallet) => Wallet = (wallet) => wallet) {
  const lines = scenario.trim().split('\n');
  const before = play(lines.slice(0, -1).join('\n'));
  const after = play(scenario);
  const entries = after.entries.slice(before.entries.length);
  return walletEvents(before.wallet, { wallet: change(after.wallet), entries });
}

test.each([
  [
    'a trial',
    '0: trial t 25 9 = 25 0 0',
    { credits: 25, available: 25, source: 'trial', expiresAt: at(9).toISOString() },
  ],
  [
    'a purchase that pays a debt',
    `0: purchase p 10 9 = 10 0 0
     0: hold h 10 9     = 0 10 0
     0: capture h       = 0 0 0
     1: refund p 10     = 0 0 10
     2: purchase q 30 9 = 20 0 0`,
    { credits: 30, available: 20, source: 'purchase', expiresAt: at(9).toISOString() },
  ],
  [
    'a refund that was reversed',
    `0: purchase p 10 900    = 10 0 0
     1: refund p 10          = 0 0 0
     2: reverse p 10 again   = 10 0 0`,
    { credits: 10, available: 10, source: 'refund_reversed' },
  ],
])('%s grants', (_what, scenario, data) => {
  expect(toldOf(scenario)).toMatchObject([{ event: 'credits.granted', data }]);
});

test('a refund takes credits back, and names the purchase', () => {
  const told = toldOf(`0: purchase p 100 900 = 100 0 0
                       1: refund p 30 = 70 0 0`);
  const data = { credits: 30, available: 70, purchase: 'p' };
  expect(told).toEqual([{ event: 'credits.taken_back', data }]);
});

test('a reversal of what had expired grants nothing', () => {
  const told = toldOf(`0: purchase p 10 1 = 10 0 0
                       2: wait = 0 0 0
                       3: refund p 10 = 0 0 0
                       4: reverse p 10 again = 0 0 0`);
  expect(told).toEqual([]);
});

test('lots that expire together are one event, and one for the balance that fell', () => {
  const told = toldOf(`0: trial a 10 1 = 10 0 0
                       0: operator b 5 1 = 15 0 0
                       1: wait = 0 0 0`);
  expect(told).toEqual([
    { event: 'credits.expired', data: { credits: 15, available: 0 } },
    { event: 'balance.low', data: { available: 0, mark: 2 } },
  ]);
});

test('events are in the order of the entries, each with what could be spent then', () => {
  const told = toldOf(`0: trial a 10 5 = 10 0 0
                       0: operator b 5 9 = 15 0 0
                       1: hold h 4 2 = 11 4 0
                       6: purchase p 20 900 = 25 0 0`);
  expect(
    told.map(({ event, data }) => [event, 'available' in data ? data.available : null]),
  ).toEqual([
    ['hold.ended', null],
    ['credits.expired', 5],
    ['credits.granted', 25],
  ]);
});

const held = `0: operator o 9 9 = 9 0 0
              0: hold h 4 5 = 5 4 0`;

test.each(['1: capture h = 5 0 0', '1: release h = 9 0 0', '1: step h 1 = 5 3 0'])(
  'who made a hold is not told of what it did: %s',
  (line) => {
    expect(toldOf(`${held}\n${line}`)).toEqual([]);
  },
);

test('a hold that nobody settled is told with what was captured before', () => {
  const told = toldOf(`${held}
                       1: step h 1 = 5 3 0
                       5: wait = 8 0 0`);
  const data = { status: 'expired', captured: 1, released: 3, reference: 'run of h' };
  expect(told).toEqual([{ event: 'hold.ended', data: { hold: 'h', ...data } }]);
});

test('a hold that somebody else settled is told', () => {
  const byAnother = (wallet: Wallet): Wallet => ({
    ...wallet,
    holds: wallet.holds.map((hold) => ({ ...hold, actor: 'service farm' })),
  });
  const told = toldOf(`${held}\n1: capture h 3 = 6 0 0`, byAnother);
  const data = { hold: 'h', status: 'captured', captured: 3, released: 1 };
  expect(told).toMatchObject([{ event: 'hold.ended', data }]);
});

test('the hold of a run that expires is the end of the run', () => {
  const byFlows = (wallet: Wallet): Wallet => ({
    ...wallet,
    holds: wallet.holds.map((hold) => ({ ...hold, actor: flowsActor, reference: 'social-card' })),
  });
  const data = { run: 'h', flow: 'social-card', status: 'failed', credits: 0, code: 'run_failed' };
  expect(toldOf(`${held}\n5: wait = 9 0 0`, byFlows)).toEqual([{ event: 'run.finished', data }]);
});
