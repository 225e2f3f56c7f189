import { expect, test } from 'vitest';
import { endAll } from '../../../../functions/user/end-sessions.ts';
import { sessionCaller } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

test.each([
  [{}, { status: 204, session: 'ended' }, ['user-1', undefined]],
  [{ keep: 'current' }, { status: 204 }, ['user-1', 'session-1']],
] as const)('the query %j is answered %j', async (query, expected, ended) => {
  const calls: unknown[] = [];
  const userSessions = {
    endAll: async (userId: string, keptId?: string) => {
      calls.push([userId, keptId]);
    },
  };
  const request = { ...plainRequest, method: 'DELETE', query, caller: sessionCaller };
  const reply = await endAll(request, userSessions);
  expect(reply).toEqual(expected);
  expect(calls).toEqual([ended]);
});
