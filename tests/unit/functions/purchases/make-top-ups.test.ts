import { expect, test } from 'vitest';
import type { SavedCards, TopUpTask } from '../../../../functions/domain/purchase/top-up.ts';
import { makeTopUps, type TopUpDeps } from '../../../../functions/purchases/make-top-ups.ts';
import { now } from '../../../support/memory-stores.ts';
import { aPurchase, paidEvent, purchaseId } from '../../../support/purchases.ts';

const purchase = aPurchase({ card: 'pays' });
const charge = { kind: 'charge', sessionId: 'cs_1', purchase, mostMinor: 2_000 } as const;

/** Runs over tasks, and records what is done with them. */
async function runWith(tasks: readonly TopUpTask[], changes: Partial<TopUpDeps> = {}) {
  const done: string[] = [];
  const left = [...tasks];
  const job = await makeTopUps(now, {
    topUps: {
      listDue: async () => tasks.map(({ sessionId }) => sessionId),
      claim: async () => left.shift(),
      isWanted: async () => true,
      postpone: async (sessionId) => void done.push(`postpone ${sessionId}`),
      settle: async (id, end) => void done.push(`settle ${id} ${end}`),
      forget: async (sessionId) => void done.push(`forget ${sessionId}`),
    },
    cards: {
      charge: async (sessionId) => {
        done.push(`charge ${sessionId}`);
        return { ok: true, event: paidEvent() };
      },
      remove: async () => ({ ok: true }),
    },
    payments: { ask: async () => ({ ok: true, events: [] }) },
    purchases: {
      apply: async ({ kind }) => {
        done.push(`apply ${kind}`);
        return { ok: true, isGranted: true };
      },
    },
    currentTime: () => now,
    ...changes,
  });
  return { done, job };
}

const answering = (answer: Awaited<ReturnType<SavedCards['charge']>>): Partial<TopUpDeps> => ({
  cards: { charge: async () => answer, remove: async () => ({ ok: true }) },
});

test('a new purchase is charged, applied and settled, and Stripe is not asked before', async () => {
  const payments = { ask: () => Promise.reject(new Error('nobody has charged anything yet')) };
  const { done, job } = await runWith([{ ...charge, isResumed: false }], { payments });
  expect(done).toEqual(['charge cs_1', 'apply paid', `settle ${purchaseId} paid`]);
  expect(job).toEqual({ made: 1, failed: 0, errors: [], counts: [{ Grants: 1 }] });
});

test('a purchase that another worker has charged is not charged again, however long ago', async () => {
  const payments = { ask: async () => ({ ok: true, events: [paidEvent()] }) as const };
  const { done } = await runWith([{ ...charge, isResumed: true }], { payments });
  expect(done).toEqual(['apply paid', `settle ${purchaseId} paid`]);
});

test('what the rule no longer wants is asked about, and not charged', async () => {
  const { done, job } = await runWith([{ ...charge, isResumed: true, mostMinor: 0 }]);
  expect(done).toEqual([`settle ${purchaseId} lapsed`]);
  expect(job).toMatchObject({ made: 0, failed: 0, errors: [] });
});

test('a payment under way is neither charged again nor settled', async () => {
  const progress = { kind: 'progress', purchaseId, progress: 'processing' } as const;
  const payments = { ask: async () => ({ ok: true, events: [progress] }) as const };
  const resumed = await runWith([{ ...charge, isResumed: true }], { payments });
  expect(resumed.done).toEqual(['apply progress']);
  const { done, job } = await runWith([{ ...charge, isResumed: false }], answering({ ok: true }));
  expect([done, job.made, job.failed]).toEqual([[], 0, 0]);
});

test.each(['declined', 'confirm'] as const)('a charge that is %s is settled so', async (code) => {
  const answer = answering({ ok: false, code });
  const { done, job } = await runWith([{ ...charge, isResumed: false }], answer);
  expect(done).toEqual([`settle ${purchaseId} ${code}`]);
  expect(job).toMatchObject({ made: 0, failed: 1, errors: [] });
});

test('a payment service that does not answer ends the run, and settles nothing', async () => {
  const cause = new Error('no route');
  const answer = answering({ ok: false, code: 'payments_unreachable', detail: '', cause });
  const tasks = [charge, charge].map((one) => ({ ...one, isResumed: false }));
  const { done, job } = await runWith(tasks, answer);
  expect([done, job.errors]).toEqual([[], [cause]]);
});

test('a run begins no further charge after 25 seconds', async () => {
  let seconds = 0;
  const charges: number[] = [];
  const cards: SavedCards = {
    charge: async () => {
      charges.push(seconds);
      seconds += 12.5;
      return { ok: true };
    },
    remove: async () => ({ ok: true }),
  };
  const tasks = Array.from({ length: 9 }, () => ({ ...charge, isResumed: false }));
  const currentTime = () => new Date(now.getTime() + seconds * 1_000);
  const { job } = await runWith(tasks, { cards, currentTime });
  expect(charges).toEqual([0, 12.5, 25]);
  expect(job.errors).toEqual([]);
});

test('a card that cannot be claimed is postponed, and stops no other', async () => {
  const error = new Error('a row that no version of ours has written');
  const postponed: string[] = [];
  const claim = async (sessionId: string): Promise<TopUpTask> => {
    if (sessionId === 'cs_1') throw error;
    return { kind: 'release', sessionId };
  };
  const forgotten: string[] = [];
  const { job } = await runWith([], {
    topUps: {
      listDue: async () => ['cs_1', 'cs_2'],
      claim,
      isWanted: () => expect.fail('nothing was tried'),
      postpone: async (sessionId) => void postponed.push(sessionId),
      settle: () => expect.fail('nothing was tried'),
      forget: async (sessionId) => void forgotten.push(sessionId),
    },
  });
  expect([postponed, forgotten, job.errors]).toEqual([['cs_1'], ['cs_2'], [error]]);
});

test('a card that fails stops no other, and what another worker has is left alone', async () => {
  const error = new Error('malformed');
  let calls = 0;
  const remove = async () => {
    calls += 1;
    if (calls === 1) throw error;
    return { ok: true } as const;
  };
  const cards = { charge: async () => ({ ok: true }) as const, remove };
  const release = (sessionId: string) => ({ kind: 'release', sessionId }) as const;
  const { done, job } = await runWith([release('cs_1'), release('cs_2')], { cards });
  expect([done, job.errors]).toEqual([['forget cs_2'], [error]]);
  expect((await runWith([])).job).toMatchObject({ made: 0, failed: 0 });
});
