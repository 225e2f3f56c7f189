import { expect, test, vi } from 'vitest';
import { forAnyone } from '../../../../functions/callers/for-anyone.ts';
import { check } from '../../../../functions/health/check.ts';
import { checkHealth } from '../../../../src/contract/api.ts';
import { call } from '../../../support/api-event.ts';
import { edgeOf } from '../../../support/edge.ts';
import { now } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

const fullDisk = Object.assign(new Error('could not extend file "base/5/1"'), { code: '53100' });

/** A server whose database answers by `query`; each call says after how many milliseconds it comes. */
function server(query = vi.fn(async () => [])) {
  const deps = { client: { query }, hasDisk: true };
  const ask = (ms: number) => check({ ...plainRequest, now: new Date(now.getTime() + ms) }, deps);
  return { ask, query };
}

test('a database that takes writes is healthy', async () => {
  expect(await server().ask(0)).toEqual({ status: 200, body: { status: 'ok' } });
});

test('a hundred calls within ten seconds write once, at once and one after the other', async () => {
  const { ask, query } = server();
  await Promise.all(Array.from({ length: 50 }, (_, index) => ask(index)));
  for (let call = 0; call < 50; call += 1) await ask(200 * call);
  expect(query).toHaveBeenCalledOnce();
  await ask(10_000);
  await ask(19_999);
  expect(query).toHaveBeenCalledTimes(2);
});

test('a write that takes longer than ten seconds is the answer to all who ask meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<[]>();
  const { ask, query } = server(vi.fn(() => promise));
  const asked = [ask(0), ask(11_000)];
  resolve([]);
  await Promise.all(asked);
  expect(query).toHaveBeenCalledOnce();
  await ask(11_000);
  expect(query).toHaveBeenCalledTimes(2);
});

test('a failure is shared for ten seconds, and then the write is tried again', async () => {
  const { ask, query } = server(vi.fn(async () => []).mockRejectedValueOnce(fullDisk));
  for (const ms of [0, 1, 9_999]) await expect(ask(ms)).rejects.toBe(fullDisk);
  expect(await ask(10_000)).toMatchObject({ status: 200 });
  expect(query).toHaveBeenCalledTimes(2);
});

test('a clock that was put back does not keep an old answer', async () => {
  const { ask, query } = server();
  await ask(40 * 86_400_000);
  await ask(0);
  expect(query).toHaveBeenCalledTimes(2);
});

test.each([
  ['cannot be reached', 503, { code: 'ECONNREFUSED' }],
  ['has a full disk', 503, { code: '53100' }],
  ['is read-only', 503, { code: '25006' }],
  ['has lost the right to write', 500, { code: '42501' }],
  ['refuses the password', 500, { code: '28P01' }],
])('a database that %s is answered with %i, without its message', async (_, status, code) => {
  const query = () => Promise.reject(Object.assign(new Error('failed for user "x"'), code));
  const wire = () => ({ client: { query }, hasDisk: true });
  const handler = forAnyone(checkHealth, check, wire, edgeOf().edge);
  const answer = await call(handler);
  expect(answer.status).toBe(status);
  expect(answer.body).not.toContain('user');
});
