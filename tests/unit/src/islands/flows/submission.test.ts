import { describe, expect, test } from 'vitest';
import type { CallResult, Failure } from '../../../../../src/client/api/call-result.ts';
import type { FinishedRun, RunningRun, RunProgress } from '../../../../../src/contract/flows.ts';
import { problems } from '../../../../../src/contract/problem.ts';
import {
  isFinal,
  maxResubmissions,
  type Submission,
  submit,
} from '../../../../../src/islands/flows/submission.ts';

const submission: Submission = {
  flow: 'social-card',
  input: {},
  credits: 2,
  idempotencyKey: 'once',
};

const run: FinishedRun = {
  id: '019a0000-0000-7000-8000-000000000001',
  flow: 'social-card',
  status: 'succeeded',
  credits: 2,
  startedAt: '2026-11-21T12:00:00.000Z',
  keptUntil: '2026-11-28T12:00:00.000Z',
  result: [],
  available: 23,
};

function refusedCall(code: string, retryAfterSeconds?: number): Failure {
  const problem = { type: '', title: '', status: 0, code, detail: '', requestId: '' };
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { ok: false, kind: 'refused', problem, ...wait };
}

/** Submits to a server that gives these replies in turn, and then repeats the last one. */
async function sending(...answers: readonly [Answer, ...Answer[]]) {
  const keys: string[] = [];
  const progress: RunProgress[] = [];
  const waitsMs: number[] = [];
  const result = await submit(submission, {
    start: async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return answers[Math.min(keys.length, answers.length) - 1] ?? answers[0];
    },
    look: neverLooked,
    onProgress: (one) => progress.push(one),
    wait: untilLooked(async (ms) => void waitsMs.push(ms)),
    signal: new AbortController().signal,
  });
  return { result, keys, waitsMs, progress };
}

const neverLooked = () => Promise.reject(new Error('The time for a look has not come.'));

/** Waits as a test says for all but the first look at a run, whose time does not come. */
function untilLooked(wait: (ms: number) => Promise<void>) {
  let looks = 0;
  return (ms: number) => {
    looks += 1;
    return looks === 1 ? new Promise<void>(() => undefined) : wait(ms);
  };
}

type Answer = CallResult<FinishedRun | RunningRun>;

/** A run of three items of which so many are done. */
function going(done: number): Answer {
  const { result: _result, available: _available, ...begun } = run;
  const progress = { done, of: 3, refused: [] };
  return { ok: true, value: { ...begun, status: 'running', progress } };
}

describe('a submission', () => {
  test('is sent once when its run ends', async () => {
    const { result, keys } = await sending({ ok: true, value: run });
    expect(result).toEqual({ ok: true, value: run });
    expect(keys).toEqual(['once']);
  });

  test('is sent again with the same key while its run is running', async () => {
    const { result, keys, waitsMs } = await sending(
      refusedCall('run_in_progress', 5),
      refusedCall('run_in_progress'),
      { ok: true, value: run },
    );
    expect(result.ok).toBe(true);
    expect(keys).toEqual(['once', 'once', 'once']);
    expect(waitsMs).toEqual([5_000, 2_000]);
  });

  test('of a list is sent again at once, and tells how far it has come', async () => {
    const { result, keys, waitsMs, progress } = await sending(going(1), going(2), {
      ok: true,
      value: run,
    });
    expect(result).toEqual({ ok: true, value: run });
    expect(keys).toEqual(['once', 'once', 'once']);
    expect(waitsMs).toEqual([0, 0]);
    expect(progress.map(({ done }) => done)).toEqual([1, 2]);
  });

  test('is looked at until it has ended, and an answer that comes late says nothing', async () => {
    const stepsOf = (done: number): RunProgress => {
      return { done: 0, of: 1, refused: [], steps: { done, of: 3 } };
    };
    const looks = [undefined, stepsOf(1), undefined, stepsOf(2), stepsOf(3)];
    let looked = 0;
    const told: RunProgress[] = [];
    const ended = Promise.withResolvers<CallResult<FinishedRun>>();
    await submit(submission, {
      start: () => ended.promise,
      look: async () => {
        looked += 1;
        if (looked === looks.length) ended.resolve({ ok: true, value: run });
        // The submission ends before the last answer is there.
        if (looked === looks.length) await new Promise((resolve) => setTimeout(resolve));
        return looks[looked - 1];
      },
      onProgress: (one) => told.push(one),
      wait: async () => undefined,
      signal: new AbortController().signal,
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(looked).toBe(looks.length);
    expect(told).toEqual([stepsOf(1), stepsOf(2)]);
  });

  test('of a list that does not get on is not sent again for ever', async () => {
    const { result, keys } = await sending(going(1));
    expect(result).toEqual({ ok: false, kind: 'unreachable' });
    expect(keys).toHaveLength(maxResubmissions + 1);
  });

  test('is not sent again for ever', async () => {
    const { result, keys } = await sending(refusedCall('run_in_progress', 1));
    expect(result.ok).toBe(false);
    expect(keys).toHaveLength(maxResubmissions + 1);
  });

  test('is not sent again after the user has left', async () => {
    const waiting = new AbortController();
    let requests = 0;
    await submit(submission, {
      start: async () => {
        requests += 1;
        return refusedCall('run_in_progress');
      },
      look: neverLooked,
      onProgress: () => undefined,
      wait: untilLooked(async () => waiting.abort()),
      signal: waiting.signal,
    });
    expect(requests).toBe(1);
  });
});

describe('a failure', () => {
  test.each(['credits_insufficient', 'input_refused', 'quote_changed', 'run_failed'])(
    'is final when it is %s, so that the next attempt is a new run',
    (code) => {
      expect(isFinal(refusedCall(code))).toBe(true);
    },
  );

  test.each(['internal', 'rate_limited', 'temporarily_unavailable', 'timed_out', 'too_many_runs'])(
    'is temporary when it is %s, so that the same submission is sent again',
    (code) => {
      expect(Object.keys(problems)).toContain(code);
      expect(isFinal(refusedCall(code))).toBe(false);
    },
  );

  test.each(['unreachable', 'malformed'] as const)(
    'leaves open what happened when it is %s',
    (kind) => {
      expect(isFinal({ ok: false, kind })).toBe(false);
    },
  );
});
