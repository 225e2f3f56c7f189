import { channel } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import { forSchedule, type ScheduledJob } from '../../../../functions/callers/for-schedule.ts';
import { retriesChannel } from '../../../../functions/domain/ledger/ledger-store.ts';
import type { ScheduleLine } from '../../../../functions/http/log.ts';
import { edgeOf } from '../../../support/edge.ts';
import { now } from '../../../support/memory-stores.ts';

const secret = 'ada@example.com';

async function call(work: () => Promise<ScheduledJob>) {
  const lines: ScheduleLine[] = [];
  const log = (line: ScheduleLine) => void lines.push(line);
  const handler = forSchedule('sweep', work, () => ({}), { ...edgeOf().edge, log });
  const outcome = await handler({ id: 'event-1' }).then(() => 'done', String);
  return { lines, outcome };
}

const about = { time: now.toISOString(), requestId: 'event-1', schedule: 'sweep' };
const line = { ...about, durationMs: 0, counts: {} };

test('a run writes one line with its numbers', async () => {
  const { lines, outcome } = await call(async () => ({ numbers: { due: 2 } }));
  expect(outcome).toBe('done');
  expect(lines).toEqual([{ ...line, due: 2 }]);
});

test.each([
  ['has an error', async () => ({ numbers: { due: 2 }, error: new Error(secret) }), { due: 2 }],
  ['throws', () => Promise.reject(new Error(secret)), {}],
])(
  'a run that %s is logged and fails, without the message of the error',
  async (_what, work, numbers) => {
    const { lines, outcome } = await call(work);
    expect(outcome).toBe('Error: A run of "sweep" failed; its line in the log says where.');
    const error = { name: 'Error', frames: expect.any(Array) };
    expect(lines).toEqual([{ ...line, ...numbers, error }]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  },
);

test('bad settings fail the run and are logged', async () => {
  const lines: ScheduleLine[] = [];
  const edge = { ...edgeOf().edge, log: (one: ScheduleLine) => void lines.push(one) };
  const broken = () => {
    throw new TypeError('no settings');
  };
  const handler = forSchedule('sweep', async () => ({ numbers: {} }), broken, edge);
  await expect(handler({ id: 'event-1' })).rejects.toThrow('A run of "sweep" failed');
  expect(lines).toMatchObject([{ error: { name: 'TypeError' } }]);
});

test('the numbers of a run become metrics, with the transactions that were retried', async () => {
  const { lines } = await call(async () => {
    channel(retriesChannel).publish({ attempt: 1 });
    return { numbers: {}, counts: { AuditDifferences: 0 } };
  });
  expect(lines).toEqual([{ ...line, counts: { AuditDifferences: 0, Retries: 1 } }]);
});
