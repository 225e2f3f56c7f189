import { describe, expect, test } from 'vitest';
import type { CallResult, Failure } from '../../../../../src/client/api/outcome.ts';
import type { FinishedRun } from '../../../../../src/contract/flows.ts';
import { problems } from '../../../../../src/contract/problem.ts';
import {
  isFinal,
  maxQuestions,
  type Submission,
  submit,
} from '../../../../../src/islands/flows/submission.ts';

const press: Submission = { flow: 'social-card', input: {}, credits: 2, idempotencyKey: 'once' };

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

function refused(code: string, retryAfterSeconds?: number): Failure {
  const problem = { type: '', title: '', status: 0, code, detail: '', requestId: '' };
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return { ok: false, reason: 'refused', problem, ...wait };
}

/** Sends the press to somebody who answers so in turn; the last answer is given again and again. */
async function sending(
  ...answers: readonly [CallResult<FinishedRun>, ...CallResult<FinishedRun>[]]
) {
  const keys: string[] = [];
  const waitsMs: number[] = [];
  const outcome = await submit(press, {
    start: async ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return answers[Math.min(keys.length, answers.length) - 1] ?? answers[0];
    },
    wait: async (ms) => void waitsMs.push(ms),
    signal: new AbortController().signal,
  });
  return { outcome, keys, waitsMs };
}

describe('a press', () => {
  test('is sent once when its run ends', async () => {
    const { outcome, keys } = await sending({ ok: true, value: run });
    expect(outcome).toEqual({ ok: true, value: run });
    expect(keys).toEqual(['once']);
  });

  test('finds its run again by the same key, as long as that goes on', async () => {
    const { outcome, keys, waitsMs } = await sending(
      refused('run_in_progress', 5),
      refused('run_in_progress'),
      { ok: true, value: run },
    );
    expect(outcome.ok).toBe(true);
    expect(keys).toEqual(['once', 'once', 'once']);
    expect(waitsMs).toEqual([5_000, 2_000]);
  });

  test('does not ask for ever', async () => {
    const { outcome, keys } = await sending(refused('run_in_progress', 1));
    expect(outcome.ok).toBe(false);
    expect(keys).toHaveLength(maxQuestions + 1);
  });

  test('asks no more when whoever waited has left', async () => {
    const waiting = new AbortController();
    let asked = 0;
    await submit(press, {
      start: async () => {
        asked += 1;
        return refused('run_in_progress');
      },
      wait: async () => waiting.abort(),
      signal: waiting.signal,
    });
    expect(asked).toBe(1);
  });
});

describe('what a press comes to', () => {
  test.each(['credits_insufficient', 'input_refused', 'quote_changed', 'run_failed'])(
    'is the last word when it is %s, so that the next try is a new run',
    (code) => {
      expect(isFinal(refused(code))).toBe(true);
    },
  );

  test.each(['internal', 'rate_limited', 'temporarily_unavailable', 'timed_out', 'too_many_runs'])(
    'may pass when it is %s, so that the same press is sent again',
    (code) => {
      expect(Object.keys(problems)).toContain(code);
      expect(isFinal(refused(code))).toBe(false);
    },
  );

  test.each(['unreachable', 'malformed'] as const)('is not known when it is %s', (reason) => {
    expect(isFinal({ ok: false, reason })).toBe(false);
  });
});
