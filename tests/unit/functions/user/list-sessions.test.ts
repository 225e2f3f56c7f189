import { expect, test } from 'vitest';
import type {
  UserSession,
  UserSessionStore,
} from '../../../../functions/domain/account/user-sessions.ts';
import { list } from '../../../../functions/user/list-sessions.ts';
import { maxSessions } from '../../../../src/contract/account.ts';
import { now, sessionCaller } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';
import { userSession } from '../../../support/user-sessions.ts';

const request = { ...plainRequest, caller: sessionCaller };

async function listed(...kept: readonly UserSession[]) {
  const asked: Parameters<UserSessionStore['list']>[0][] = [];
  const userSessions: Pick<UserSessionStore, 'list'> = {
    list: async (wanted) => {
      asked.push(wanted);
      return kept;
    },
  };
  const reply = await list(request, userSessions);
  expect(asked).toEqual([{ userId: 'user-1', firstId: 'session-1', now, limit: maxSessions }]);
  return reply;
}

test('a session that was idle for too long is not listed', async () => {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  const idle = userSession({ id: 'session-2', lastSeenAt: dayAgo });
  const awake = userSession({ id: 'session-3', lastSeenAt: new Date(dayAgo.getTime() + 1) });
  const body = { sessions: [{ id: 'session-1' }, { id: 'session-3' }] };
  expect(await listed(userSession(), awake, idle)).toMatchObject({ body });
});
