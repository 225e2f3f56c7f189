import { expect, test } from 'vitest';
import { checkHealth } from '../../../../functions/health/check.ts';
import type { Request } from '../../../../functions/http/handler.ts';
import { now } from '../../../support/memory-stores.ts';

const request: Request<'checkHealth'> = {
  method: 'GET',
  path: '/api/health',
  headers: {},
  sessionCookie: { kind: 'absent' },
  query: undefined,
  body: undefined,
  caller: undefined,
  now,
};

test('a database that answers is healthy', async () => {
  const reply = await checkHealth(request, { health: { ping: async () => {} } });
  expect(reply).toEqual({ status: 200, body: { status: 'ok' } });
});

test('a database that does not answer is unavailable, and its message is kept back', async () => {
  const ping = () => Promise.reject(new Error('password authentication failed for user "x"'));
  const reply = await checkHealth(request, { health: { ping } });
  expect(reply).toEqual({
    problem: 'temporarily_unavailable',
    detail: 'The database does not answer.',
  });
});
