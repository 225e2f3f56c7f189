import { expect, it } from 'vitest';
import type { Purchase, PurchaseState } from '../../../../../src/contract/checkout.ts';
import { pausesMs, pollPurchase } from '../../../../../src/islands/account/CheckoutReturn.tsx';

const id = '019a0000-0000-7000-8000-000000000001';

function purchase(state: PurchaseState): Purchase {
  const sold = { pack: 'small', credits: 100, currency: 'USD', amountMinor: 500 } as const;
  const taken = { automatic: false, payable: false, takenBackMinor: 0, takenBackCredits: 0 };
  return { id, ...sold, ...taken, state, createdAt: '2026-11-21T00:00:00.000Z' };
}

const facts = { type: '', title: '', detail: '', requestId: '' };
const unknown = { ...facts, status: 404, code: 'purchase_not_found' };

/** Polls a server that gives these replies in turn, and then repeats the last one. */
async function pollWith(...answers: (PurchaseState | 'none' | 'failure')[]) {
  const waitedMs: number[] = [];
  let requests = 0;
  const confirm = async () => {
    const answer = answers[Math.min(requests, answers.length - 1)] ?? 'none';
    requests += 1;
    if (answer === 'failure') return { ok: false, kind: 'unreachable' } as const;
    if (answer === 'none') return { ok: false, kind: 'refused', problem: unknown } as const;
    return { ok: true, value: purchase(answer) } as const;
  };
  const { status } = await pollPurchase(confirm, {
    wait: async (ms) => void waitedMs.push(ms),
    signal: new AbortController().signal,
  });
  return { status, waitedMs, requests };
}

it('a purchase that is paid is reported at once', async () => {
  expect(await pollWith('paid')).toEqual({ status: 'paid', waitedMs: [], requests: 1 });
});

it('a purchase that is not confirmed is fetched again, with longer and longer pauses', async () => {
  const { status, waitedMs } = await pollWith('pending', 'failure', 'pending', 'paid');
  expect(status).toBe('paid');
  expect(waitedMs).toEqual(pausesMs.slice(0, 3));
});

it.each([
  ['pending', 'pending'],
  ['unconfirmed', 'pending'],
  ['failure', 'unreachable'],
] as const)('polling ends when all replies are %s', async (answer, reported) => {
  const { status, requests } = await pollWith(answer);
  expect(status).toBe(reported);
  expect(requests).toBe(pausesMs.length + 1);
});

it.each([
  ['abandoned', 'abandoned'],
  ['none', 'unknown'],
  ['refunded', 'later'],
  ['disputed', 'later'],
] as const)('a purchase that is %s is reported as %s, without a pause', async (answer, status) => {
  expect(await pollWith(answer)).toEqual({ status, waitedMs: [], requests: 1 });
});

it('nothing is fetched after the user has left the page', async () => {
  const watching = new AbortController();
  let requests = 0;
  const confirm = async () => {
    requests += 1;
    return { ok: true, value: purchase('pending') } as const;
  };
  await pollPurchase(confirm, { wait: async () => watching.abort(), signal: watching.signal });
  expect(requests).toBe(1);
});
