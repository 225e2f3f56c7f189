import { expect, test } from 'vitest';
import { end } from '../../../../functions/user/end-session.ts';
import { sessionCaller, storedSession } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

const [own, , foreign] = [
  '0195f0a0-0000-7000-8000-0000000000a1',
  '0195f0a0-0000-7000-8000-0000000000a2',
  '0195f0a0-0000-7000-8000-0000000000a3',
];

async function ended(id: string) {
  const calls: (readonly [string, string])[] = [];
  const userSessions = {
    end: async (userId: string, sessionId: string) => {
      calls.push([userId, sessionId]);
      return sessionId !== foreign;
    },
  };
  const caller = { ...sessionCaller, session: storedSession({ id: own }) };
  const request = { ...plainRequest, method: 'DELETE', params: { id }, caller };
  const reply = await end(request, userSessions);
  return { reply, ended: calls };
}

test('the cookies go with the session of the call', async () => {
  const reply = { status: 204, session: 'ended' };
  expect(await ended(own)).toEqual({ reply, ended: [['user-1', own]] });
});

test('a session of somebody else is not found', async () => {
  expect((await ended(foreign)).reply).toMatchObject({ code: 'session_not_found' });
});
