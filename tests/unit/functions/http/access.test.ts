import { expect, test } from 'vitest';
import type { StoredSession } from '../../../../functions/domain/session/session.ts';
import { resolveAccess } from '../../../../functions/http/access.ts';
import { account, now, storedSession } from '../../../support/memory-stores.ts';

/** Who calls with an access token that verifies, when its session is the one that is stored. */
function callerOf(session: StoredSession | undefined) {
  return resolveAccess(
    'Bearer a.b.c',
    {
      verify: async () => ({ ok: true, sub: account.profile.sub, sid: 'session-1' }),
      sessions: { findById: async (id) => (session?.id === id ? session : undefined) },
    },
    now,
  );
}

test('who bears an access token is known by its session', async () => {
  const session = storedSession();
  const value = { kind: 'access-token', session, account };
  expect(await callerOf(session)).toEqual({ ok: true, value });
});

const bob = { ...account, profile: { ...account.profile, sub: 'auth0|2' } };

test.each<[string, StoredSession | undefined]>([
  ['has ended', undefined],
  ['has expired', storedSession({ expiresAt: now })],
  ['lay idle for a day', storedSession({ lastSeenAt: new Date(now.getTime() - 86_400_000) })],
  ['is another user’s', storedSession({ account: bob })],
])('an access token whose session %s is refused', async (_what, session) => {
  expect(await callerOf(session)).toMatchObject({
    ok: false,
    refusal: { problem: 'access_token_invalid' },
  });
});
