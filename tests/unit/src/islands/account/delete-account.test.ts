import { expect, it } from 'vitest';
import type { ListedSession } from '../../../../../src/contract/account.ts';
import { isSessionRecent } from '../../../../../src/islands/account/DeleteAccount.tsx';

const signedInMs = Date.parse('2026-11-21T12:00:00.000Z');

function session(current: boolean, createdAtMs: number): ListedSession {
  const createdAt = new Date(createdAtMs).toISOString();
  return { id: 'a', createdAt, lastSeenAt: createdAt, expiresAt: createdAt, current };
}

it.each([
  [0, true],
  [600_000, true],
  [600_001, false],
])('a sign-in of %i ms ago is recent: %s', (agoMs, isRecent) => {
  const sessions = [session(false, 0), session(true, signedInMs)];
  expect(isSessionRecent(sessions, signedInMs + agoMs)).toBe(isRecent);
});

it('a sign-in counts as recent when the sessions are unknown', () => {
  expect(isSessionRecent(undefined, signedInMs)).toBe(true);
});
