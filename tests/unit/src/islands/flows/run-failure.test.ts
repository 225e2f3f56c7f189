import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../../../src/client/api/call-result.ts';
import { problems } from '../../../../../src/contract/problem.ts';
import en from '../../../../../src/i18n/en/flows.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/flows.json' with { type: 'json' };
import { runFailureMessage } from '../../../../../src/islands/flows/RunOutcome.tsx';
import { failureReason } from '../../../../../src/islands/flows/Runs.tsx';
import { isFinal, mayHaveBegun } from '../../../../../src/islands/flows/submission.ts';

function refusedCall(code: string, detail = ''): Failure {
  const problem = { type: '', title: '', status: 0, code, detail, requestId: '' };
  return { ok: false, kind: 'refused', problem, retryAfterSeconds: 7 };
}

/** The flow explains the first two itself; the last is about a deleted result, not about charges. */
const others = ['input_invalid', 'input_refused', 'run_not_found'];
const codes = Object.keys(problems).filter((code) => !others.includes(code));

test.each(codes)('%s says nothing of charging twice where no run has begun', (code) => {
  const message = runFailureMessage(refusedCall(code), en.flows);
  expect(mayHaveBegun(refusedCall(code)) || !message.includes('never charged twice')).toBe(true);
});

test('a limit of calls comes before a run, and an answer that is missing leaves it open', () => {
  const missing = { ok: false, kind: 'unreachable' } as const;
  expect(mayHaveBegun(missing)).toBe(true);
  expect(mayHaveBegun(refusedCall('run_in_progress'))).toBe(true);
  expect(mayHaveBegun(refusedCall('rate_limited'))).toBe(false);
  expect(mayHaveBegun(refusedCall('session_required'))).toBe(false);
});

describe.each([
  ['English', en.flows, /You were not charged\./, /never charged twice/],
  ['Chinese', zh.flows, /没有扣积分/, /不会重复扣积分/],
])('in %s', (_, labels, notCharged, notTwice) => {
  test.each(codes)('%s says that nothing was charged, or that nothing is charged twice', (code) => {
    const message = runFailureMessage(refusedCall(code), labels);
    expect(message).not.toMatch(/\{\w+\}/);
    expect(message).toMatch(
      isFinal(refusedCall(code))
        ? notCharged
        : new RegExp(`${notCharged.source}|${notTwice.source}`),
    );
  });

  test.each(['unreachable', 'malformed'] as const)(
    '%s says that nothing is charged twice',
    (kind) => {
      expect(runFailureMessage({ ok: false, kind }, labels)).toMatch(notTwice);
    },
  );

  test('a wait is given in seconds', () => {
    expect(runFailureMessage(refusedCall('rate_limited'), labels)).toContain('7');
  });

  test.each(['input_invalid', 'input_refused'])('the flow itself explains %s', (code) => {
    const detail = 'The picture is cut off. You were not charged.';
    expect(runFailureMessage(refusedCall(code, detail), labels)).toBe(detail);
  });

  test('a run in the list has the reason of its code, or the general one', () => {
    expect(failureReason('internal', labels)).toBe(labels.runs.reasons.other);
    expect(failureReason('run_timed_out', labels)).toBe(labels.runs.reasons.run_timed_out);
  });
});
