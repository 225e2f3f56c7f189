import { expect, it } from 'vitest';
import type { Failure } from '../../../../src/client/api/outcome.ts';
import { failureWords, isSignedOut } from '../../../../src/client/failure-words.ts';
import { problems } from '../../../../src/contract/problem.ts';
import en from '../../../../src/i18n/en/account.json' with { type: 'json' };

const { failures } = en.account;

function refused(code: string): Failure {
  const rest = { type: '/problems/', title: 'T', detail: 'For developers', requestId: 'r' };
  return { ok: false, reason: 'refused', problem: { ...rest, status: 400, code } };
}

it('says what a reader can do, in words of its own', () => {
  const words = (failure: Failure) => failureWords(failure, en.account);
  expect(words(refused('payments_unreachable'))).toBe(failures.payments_unreachable);
  expect(words(refused('internal'))).toBe(failures.other);
  expect(words({ ok: false, reason: 'malformed' })).toBe(failures.other);
  expect(words({ ok: false, reason: 'unreachable' })).toBe(failures.unreachable);
});

it('says how long to wait, also where the server does not', () => {
  const { rate_limited: tooOften } = problems;
  const problem = { ...tooOften, type: '', code: 'rate_limited', detail: '', requestId: '' };
  const failure = { ok: false, reason: 'refused', problem } as const;
  expect(failureWords({ ...failure, retryAfterSeconds: 6 }, en.account)).toMatch(/ 6\ss\b/);
  expect(failureWords(failure, en.account)).toMatch(/ 10\ss\b/);
});

it('knows no saying that has only the name of something else', () => {
  expect(failureWords(refused('constructor'), en.account)).toBe(failures.other);
});

it('has words for codes that there are', () => {
  const codes = Object.keys(failures).filter((key) => key !== 'other' && key !== 'unreachable');
  expect(codes.filter((code) => !(code in problems))).toEqual([]);
});

it('knows when nobody is signed in any more', () => {
  expect(isSignedOut(refused('session_required'))).toBe(true);
  expect(isSignedOut(refused('access_token_invalid'))).toBe(true);
  expect(isSignedOut(refused('internal'))).toBe(false);
  expect(isSignedOut(undefined)).toBe(false);
});
