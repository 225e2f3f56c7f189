import { expect, it } from 'vitest';
import type { ListedSession } from '../../../../../src/contract/account.ts';
import { isSignInFresh } from '../../../../../src/islands/account/deletion.ts';

const signedInMs = Date.parse('2026-11-21T12:00:00.000Z');

function session(current: boolean, createdAtMs: number): ListedSession {
  const createdAt = new Date(createdAtMs).toISOString();
  return { id: 'a', createdAt, lastSeenAt: createdAt, expiresAt: createdAt, current };
}

it.each([
  [0, true],
  [600_000, true],
  [600_001, false],
])('a sign-in of %i ms ago is fresh: %s', (agoMs, isFresh) => {
  const sessions = [session(false, 0), session(true, signedInMs)];
  expect(isSignInFresh(sessions, signedInMs + agoMs)).toBe(isFresh);
});

it('is left to the server where the sessions are not known', () => {
  expect(isSignInFresh(undefined, signedInMs)).toBe(true);
});
