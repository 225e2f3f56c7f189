import { expect, it } from 'vitest';
import type { Failure } from '../../../../src/client/api/call-result.ts';
import { failureMessage, isSignedOut } from '../../../../src/client/failure-message.ts';
import { problems } from '../../../../src/contract/problem.ts';
import en from '../../../../src/i18n/en/account.json' with { type: 'json' };

const { failures } = en.account;

function refusedCall(code: string): Failure {
  const rest = { type: '/problems/', title: 'T', detail: 'For developers', requestId: 'r' };
  return { ok: false, kind: 'refused', problem: { ...rest, status: 400, code } };
}

it('tells the user what to do, with a text of its own', () => {
  const message = (failure: Failure) => failureMessage(failure, en.account);
  expect(message(refusedCall('payments_unreachable'))).toBe(failures.payments_unreachable);
  expect(message(refusedCall('internal'))).toBe(failures.other);
  expect(message({ ok: false, kind: 'malformed' })).toBe(failures.other);
  expect(message({ ok: false, kind: 'unreachable' })).toBe(failures.unreachable);
});

it('says how long to wait, even when the server does not', () => {
  const { rate_limited: tooOften } = problems;
  const problem = { ...tooOften, type: '', code: 'rate_limited', detail: '', requestId: '' };
  const failure = { ok: false, kind: 'refused', problem } as const;
  expect(failureMessage({ ...failure, retryAfterSeconds: 6 }, en.account)).toMatch(/ 6\ss\b/);
  expect(failureMessage(failure, en.account)).toMatch(/ 10\ss\b/);
});

it('has no message for the name of an inherited property', () => {
  expect(failureMessage(refusedCall('constructor'), en.account)).toBe(failures.other);
});

it('has messages only for codes that exist', () => {
  const codes = Object.keys(failures).filter((key) => key !== 'other' && key !== 'unreachable');
  expect(codes.filter((code) => !(code in problems))).toEqual([]);
});

it('detects that nobody is signed in any more', () => {
  expect(isSignedOut(refusedCall('session_required'))).toBe(true);
  expect(isSignedOut(refusedCall('access_token_invalid'))).toBe(true);
  expect(isSignedOut(refusedCall('internal'))).toBe(false);
  expect(isSignedOut(undefined)).toBe(false);
});
