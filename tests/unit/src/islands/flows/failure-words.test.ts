import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../../../src/client/api/outcome.ts';
import { problems } from '../../../../../src/contract/problem.ts';
import en from '../../../../../src/i18n/en/flows.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/flows.json' with { type: 'json' };
import { reasonWords, runFailureWords } from '../../../../../src/islands/flows/failure-words.ts';
import { isFinal } from '../../../../../src/islands/flows/submission.ts';

function refused(code: string, detail = ''): Failure {
  const problem = { type: '', title: '', status: 0, code, detail, requestId: '' };
  return { ok: false, reason: 'refused', problem, retryAfterSeconds: 7 };
}

/** What the flow says itself, and what is about a result that is gone, is not about charges. */
const others = ['input_invalid', 'input_refused', 'run_not_found'];
const codes = Object.keys(problems).filter((code) => !others.includes(code));

describe.each([
  ['English', en.flows, /You were not charged\./, /never charged twice/],
  ['Chinese', zh.flows, /没有扣积分/, /不会重复扣积分/],
])('in %s', (_, labels, notCharged, notTwice) => {
  test.each(codes)('%s says that nothing was charged, or that nothing is twice', (code) => {
    const words = runFailureWords(refused(code), labels);
    expect(words).not.toMatch(/\{\w+\}/);
    expect(words).toMatch(
      isFinal(refused(code)) ? notCharged : new RegExp(`${notCharged.source}|${notTwice.source}`),
    );
  });

  test.each(['unreachable', 'malformed'] as const)(
    '%s says that nothing is charged twice',
    (reason) => {
      expect(runFailureWords({ ok: false, reason }, labels)).toMatch(notTwice);
    },
  );

  test('a wait is said in seconds', () => {
    expect(runFailureWords(refused('rate_limited'), labels)).toContain('7');
  });

  test.each(['input_invalid', 'input_refused'])('what %s means, the flow says itself', (code) => {
    const detail = 'The picture is cut off. You were not charged.';
    expect(runFailureWords(refused(code, detail), labels)).toBe(detail);
  });

  test('a run that failed for another reason failed on our side', () => {
    expect(reasonWords('internal', labels)).toBe(labels.runs.reasons.other);
    expect(reasonWords('run_timed_out', labels)).toBe(labels.runs.reasons.run_timed_out);
  });
});
