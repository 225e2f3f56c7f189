import { describe, expect, test } from 'vitest';
import {
  asOf,
  endsBy,
  holdLifeMs,
  inputHash,
  keptUntil,
  runReplyOf,
  statusOf,
  summaryOf,
} from '../../../../../functions/domain/run/run.ts';
import { runSchema } from '../../../../../src/contract/flows.ts';
import { now } from '../../../../support/memory-stores.ts';
import { aRun } from '../../../../support/runs.ts';

const part = { kind: 'text', name: 'text', label: 'text', text: 'hello' } as const;

function justBefore(time: Date): Date {
  return new Date(time.getTime() - 1);
}

describe('a run as of a time', () => {
  const running = aRun();

  test('is running until its deadline, and has failed after it', () => {
    expect(asOf(running, justBefore(running.endsBy))).toEqual(running);
    expect(asOf(running, running.endsBy)).toEqual({
      ...running,
      status: 'failed',
      failure: { code: 'run_failed' },
      finishedAt: running.endsBy,
    });
  });

  test('that has ended does not change', () => {
    const failed = aRun({ status: 'failed', failure: { code: 'input_refused' }, finishedAt: now });
    expect(asOf(failed, failed.keptUntil)).toEqual(failed);
  });

  test('has its result until the result is deleted', () => {
    const run = aRun({ status: 'succeeded', finishedAt: now, result: [part] });
    const { result: _over, ...others } = run;
    expect(asOf(run, justBefore(run.keptUntil))).toBe(run);
    expect(asOf(run, run.keptUntil)).toEqual(others);
  });
});

test('a hold outlives the work, and the run outlives the hold', () => {
  expect(holdLifeMs(20_000)).toBe(50_000);
  expect(endsBy(now).getTime() - now.getTime()).toBe(30_000);
  expect(keptUntil(now, 7).toISOString()).toBe('2026-11-28T12:00:00.000Z');
});

test.each([
  ['running', undefined, 2],
  ['failed', 'run_timed_out', 0],
  ['cancelled', 'run_cancelled', 0],
] as const)('a run that is %s has the code %s and costs %d', (status, code, credits) => {
  const run = aRun(code ? { status, failure: { code }, finishedAt: now } : { status });
  expect(summaryOf(run)).toMatchObject({ status, credits, ...(code && { code }) });
  if (code) expect(statusOf({ code })).toBe(status);
});

test('a reply has the form of the contract, with labels in the reader’s language', () => {
  const run = aRun({ status: 'succeeded', finishedAt: now, result: [part] });
  const reply = runReplyOf(run, (name) => `the ${name}`, 'en');
  expect(runSchema.parse(reply)).toEqual(reply);
  expect(reply.result).toEqual([{ ...part, label: 'the text' }]);
});

test('the digest of an input ignores the order of names, and nothing else', () => {
  expect(inputHash({ a: 1, b: { c: [1, 2], d: null } })).toBe(
    inputHash({ b: { d: null, c: [1, 2] }, a: 1 }),
  );
  const digests = [{}, { a: 1 }, { a: '1' }, { a: [1, 2] }, { a: [2, 1] }].map(inputHash);
  expect(new Set(digests).size).toBe(digests.length);
});
