import { expect, test } from 'vitest';
import { forAccessToken } from '../../../../functions/callers/for-access-token.ts';
import type { StoredSession } from '../../../../functions/domain/session/session.ts';
import { listRuns } from '../../../../src/contract/flows.ts';
import { call } from '../../../support/api-event.ts';
import { edgeOf } from '../../../support/edge.ts';
import { memoryBuckets } from '../../../support/memory-buckets.ts';
import { account, now, storedSession } from '../../../support/memory-stores.ts';

/** A call with a valid access token; the stored session is the argument. */
async function callWith(session: StoredSession | undefined) {
  const callers: unknown[] = [];
  const handler = forAccessToken(
    listRuns,
    ({ caller }) => {
      callers.push(caller);
      return { status: 200, body: { runs: [], next: null } };
    },
    () => ({}),
    {
      stores: () => ({
        verify: async () => ({ ok: true, sub: account.profile.sub, sid: 'session-1' }),
        sessions: { findById: async (id) => (session?.id === id ? session : undefined) },
        keys: { find: async () => undefined },
        buckets: memoryBuckets(),
      }),
      edge: edgeOf().edge,
    },
  );
  const headers = { authorization: 'Bearer a.b.c' };
  const { status, body } = await call(handler, { path: '/runs', headers });
  return { status, body: JSON.parse(body ?? ''), callers };
}

test('a caller with an access token is known by its session', async () => {
  const session = storedSession();
  const { status, callers } = await callWith(session);
  expect(status).toBe(200);
  expect(callers).toEqual([{ account }]);
});

const bob = { ...account, profile: { ...account.profile, sub: 'auth0|2' } };

test.each<[string, StoredSession | undefined]>([
  ['has ended', undefined],
  ['has expired', storedSession({ expiresAt: now })],
  ['lay idle for a day', storedSession({ lastSeenAt: new Date(now.getTime() - 86_400_000) })],
  ['is another user’s', storedSession({ account: bob })],
])('an access token whose session %s is refused', async (_what, session) => {
  const { body, callers } = await callWith(session);
  expect(body).toMatchObject({ status: 401, code: 'access_token_invalid' });
  expect(callers).toEqual([]);
});
