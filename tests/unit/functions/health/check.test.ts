import { expect, test } from 'vitest';
import { forAnyone } from '../../../../functions/callers/for-anyone.ts';
import { check } from '../../../../functions/health/check.ts';
import { checkHealth } from '../../../../src/contract/api.ts';
import { apiEvent } from '../../../support/api-event.ts';
import { edgeOf } from '../../../support/edge.ts';
import { plainRequest } from '../../../support/plain-request.ts';

test('a database that answers is healthy', async () => {
  const reply = await check(plainRequest, { client: { query: async () => [] } });
  expect(reply).toEqual({ status: 200, body: { status: 'ok' } });
});

test.each([
  ['cannot be reached', 503, { code: 'ECONNREFUSED' }],
  ['refuses the password', 500, { code: '28P01' }],
])('a database that %s is answered with %i, without its message', async (_, status, code) => {
  const query = () => Promise.reject(Object.assign(new Error('failed for user "x"'), code));
  const handler = forAnyone(checkHealth, check, () => ({ client: { query } }), edgeOf().edge);
  const answer = await handler(apiEvent());
  expect(answer.statusCode).toBe(status);
  expect(answer.body).not.toContain('user');
});
