import { expect, test } from 'vitest';
import { readMe } from '../../../../functions/auth/me.ts';
import type { AnyoneRequest } from '../../../../functions/callers/for-anyone.ts';
import { type SessionCookie, sessionTokenHash } from '../../../../functions/http/session-cookie.ts';
import type { me } from '../../../../src/contract/auth.ts';
import {
  memorySessions,
  now,
  storedSession,
  tokenOf,
  user,
} from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

function request(sessionCookie: SessionCookie): AnyoneRequest<typeof me> {
  return { ...plainRequest, sessionCookie };
}

function cookieOf(character: string): SessionCookie {
  return { kind: 'token', tokenHash: sessionTokenHash(tokenOf(character)) };
}

const unusable = { kind: 'unusable', tokenHashes: [sessionTokenHash(tokenOf('A'))] } as const;
const dayAgo = new Date(now.getTime() - 24 * 3_600_000);

test('a live session gives its user, with the credits that can be spent now', async () => {
  const sessions = memorySessions({ [tokenOf('A')]: storedSession() });
  expect(await readMe(request(cookieOf('A')), { sessions })).toEqual({ status: 200, body: user });
  expect(sessions.slid).toEqual([]);
});

test('a live session that was seen ten minutes ago is extended', async () => {
  const lastSeenAt = new Date(now.getTime() - 10 * 60_000);
  const sessions = memorySessions({ [tokenOf('A')]: storedSession({ lastSeenAt }) });
  expect(await readMe(request(cookieOf('A')), { sessions })).toMatchObject({ status: 200 });
  expect(sessions.slid).toEqual(['session-1']);
});

test('without a cookie the answer is empty, and no cookie is cleared or looked up', async () => {
  const sessions = memorySessions();
  expect(await readMe(request({ kind: 'absent' }), { sessions })).toEqual({ status: 204 });
  expect(sessions.lookups).toEqual([]);
});

test.each([
  ['names no session', cookieOf('Q'), {}],
  ['cannot be used', unusable, {}],
  ['names a session that expired', cookieOf('A'), { expiresAt: now }],
  ['names a session that lay idle for a day', cookieOf('A'), { lastSeenAt: dayAgo }],
])(
  'a cookie that %s gives no user, and stays, because a newer one may have replaced it',
  async (...row) => {
    const [, cookie, changes] = row;
    const sessions = memorySessions({ [tokenOf('A')]: storedSession(changes) });
    const session = 'missing';
    expect(await readMe(request(cookie), { sessions })).toEqual({ status: 204, session });
    expect(sessions.slid).toEqual([]);
    expect(sessions.ended).toEqual([]);
  },
);
