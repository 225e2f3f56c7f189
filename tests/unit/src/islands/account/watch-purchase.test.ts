import { expect, it } from 'vitest';
import type { Purchase, PurchaseState } from '../../../../../src/contract/checkout.ts';
import { pausesMs, watchPurchase } from '../../../../../src/islands/account/watch-purchase.ts';

const id = '019a0000-0000-7000-8000-000000000001';

function purchase(state: PurchaseState): Purchase {
  const sold = { pack: 'sluice', credits: 100, currency: 'USD', amountMinor: 500 } as const;
  const taken = { takenBackMinor: 0, takenBackCredits: 0 };
  return { id, ...sold, ...taken, state, createdAt: '2026-11-21T00:00:00.000Z' };
}

/** Watches with answers one after another, the last of them for ever. */
async function watch(...answers: (PurchaseState | 'none' | 'failure')[]) {
  const waitedMs: number[] = [];
  let asked = 0;
  const verdict = await watchPurchase(id, {
    ask: async () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? 'none';
      asked += 1;
      if (answer === 'failure') return { ok: false, reason: 'unreachable' };
      return { ok: true, value: { purchases: answer === 'none' ? [] : [purchase(answer)] } };
    },
    wait: async (ms) => {
      waitedMs.push(ms);
    },
    signal: new AbortController().signal,
  });
  return { verdict: verdict.is, waitedMs, asked };
}

it('a payment that is there is told at once', async () => {
  expect(await watch('paid')).toEqual({ verdict: 'paid', waitedMs: [], asked: 1 });
});

it('a payment that is not confirmed is asked for again, with longer and longer pauses', async () => {
  const { verdict, waitedMs } = await watch('pending', 'failure', 'pending', 'paid');
  expect(verdict).toBe('paid');
  expect(waitedMs).toEqual(pausesMs.slice(0, 3));
});

it.each(['pending', 'failure'] as const)('asking ends when it goes on with %s', async (answer) => {
  const { verdict, asked } = await watch(answer);
  expect(verdict).toBe(answer === 'failure' ? 'unreachable' : answer);
  expect(asked).toBe(pausesMs.length + 1);
});

it.each([
  ['abandoned', 'abandoned'],
  ['none', 'unknown'],
  ['refunded', 'later'],
  ['disputed', 'later'],
] as const)('of %s is said that it is %s, without waiting', async (answer, verdict) => {
  expect(await watch(answer)).toEqual({ verdict, waitedMs: [], asked: 1 });
});

it('whoever leaves the page is not asked for any more', async () => {
  const watching = new AbortController();
  let asked = 0;
  await watchPurchase(id, {
    ask: async () => {
      asked += 1;
      return { ok: true, value: { purchases: [purchase('pending')] } };
    },
    wait: async () => watching.abort(),
    signal: watching.signal,
  });
  expect(asked).toBe(1);
});
