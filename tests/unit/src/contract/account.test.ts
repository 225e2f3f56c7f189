import { describe, expect, test } from 'vitest';
import {
  confirmationOf,
  deletionSignInMinutes,
  isConfirmed,
  isRecentSignIn,
} from '../../../../src/contract/account.ts';

const ada = { sub: 'auth0|1', email: 'ada@example.com' };

test.each([
  [ada, 'ada@example.com'],
  [{ sub: 'auth0|1', email: ' ada@example.com ' }, 'ada@example.com'],
  [{ sub: 'auth0|1' }, 'auth0|1'],
  [{ sub: 'auth0|1', email: '' }, 'auth0|1'],
  [{ sub: 'auth0|1', email: '  ' }, 'auth0|1'],
])('the owner of %j must type %s', (profile, asked) => {
  expect(confirmationOf(profile)).toBe(asked);
  expect(isConfirmed(asked, profile)).toBe(true);
});

describe('the typed text', () => {
  test.each([
    ['ada@example.com', true],
    ['Ada@Example.com ', true],
    ['', false],
    ['ada@example.co', false],
    ['ada @example.com', false],
    ['auth0|1', false],
    ['bob@example.com', false],
    ['DELETE', false],
  ])('%j confirms the deletion: %s', (typed, expected) => {
    expect(isConfirmed(typed, ada)).toBe(expected);
  });

  test('may have composed accents or not', () => {
    expect(
      isConfirmed('jose\u0301@example.com', { sub: 'a', email: 'jos\u00e9@example.com' }),
    ).toBe(true);
  });
});

test.each([
  [0, true],
  [deletionSignInMinutes * 60_000, true],
  [deletionSignInMinutes * 60_000 + 1, false],
  [7 * 86_400_000, false],
  [-1_000, true],
])('a sign-in %i ms ago is recent: %s', (agoMs, expected) => {
  const nowMs = Date.parse('2026-11-21T12:00:00.000Z');
  expect(isRecentSignIn(nowMs - agoMs, nowMs)).toBe(expected);
});
