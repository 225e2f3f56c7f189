import { afterAll, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { limits } from '../../../src/contract/limits.ts';
import { startApi } from './api.ts';
import { accessTokenOf, callFlows, startRun } from './flow-calls.ts';
import { callAsUser, signIn } from './signed-in.ts';

vi.mock(import('../../../functions/flows/catalog.ts'), async (original) => {
  const { echo } = await import('../../support/runs.ts');
  const { program } = await import('../../support/flow-program.ts');
  return { ...(await original()), flows: [echo], catalogueProgram: () => program };
});

let people = 0;

const api = await startApi();
afterAll(api.close);

/** A new user with a run of a secret title, and the calls of its owner. */
async function somebody() {
  people += 1;
  const cookie = await signIn(api, `user-${people}`);
  const token = await accessTokenOf(api, cookie);
  const { body } = await startRun(api, token, 'echo', { text: 'the mill' });
  const path = `/runs/${body.id}/share`;
  const share = async () => {
    const answer = await callFlows(api, path, { method: 'POST', token, body: {} });
    return String(Object(await answer.json()).token);
  };
  const end = () => callFlows(api, path, { method: 'DELETE', token });
  return { cookie, id: String(body.id), path, token, share, end };
}

const statusOf = async (token: string) => (await callFlows(api, `/shared/${token}`)).status;

test('whoever has the link sees the result and its files, and nothing of the person', async () => {
  const { id, token, share } = await somebody();
  const shared = await share();
  expect(shared).toMatch(/^[\w-]{22}$/);
  expect(await share()).toBe(shared);
  const headers = { 'accept-language': 'zh' };
  const answer = await callFlows(api, `/shared/${shared}`, { headers });
  const body = await answer.json();
  expect(body).toEqual({
    ...{ flow: 'echo', name: '回声', keptUntil: expect.any(String), leftOut: [] },
    result: [
      { kind: 'text', name: 'text', label: '文本', text: 'the mill' },
      expect.objectContaining({ kind: 'file', name: 'echo.txt', bytes: 8 }),
    ],
  });
  const file = await callFlows(api, `/shared/${shared}/files/echo.txt`);
  expect(await file.text()).toBe('the mill');
  expect((await callFlows(api, `/shared/${shared}/files/other.txt`)).status).toBe(404);
  const own = await callFlows(api, `/runs/${id}`, { token });
  expect(Object(await own.json()).share).toBe(shared);
});

test('a link is over once its owner has ended it, and the next one is another', async () => {
  const { share, end } = await somebody();
  const first = await share();
  expect((await end()).status).toBe(204);
  expect([await statusOf(first), (await end()).status]).toEqual([404, 204]);
  const second = await share();
  expect(second).not.toBe(first);
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
});

test('a link ends with its result, which cannot be shared any more', async () => {
  const { id, share, path, token } = await somebody();
  const shared = await share();
  const run = api.db.updateTable('runs').where('id', '=', id);
  await run.set({ kept_until: new Date(Date.now() - DAY_MS) }).execute();
  expect(await statusOf(shared)).toBe(404);
  const again = await callFlows(api, path, { method: 'POST', token, body: {} });
  expect(again.status).toBe(404);
});

test('a link ends at once when its owner deletes the account', async () => {
  const { cookie, share } = await somebody();
  const shared = await share();
  expect(await statusOf(shared)).toBe(200);
  const exported = await callAsUser(api, cookie, '/api/user/export');
  const { profile } = Object(await exported.json());
  const body = { confirm: profile.email };
  const gone = await callAsUser(api, cookie, '/api/user', { method: 'DELETE', body });
  expect([gone.status, await statusOf(shared)]).toEqual([204, 404]);
});

test('nobody shares or ends what is not theirs', async () => {
  const [one, other] = [await somebody(), await somebody()];
  const shared = await one.share();
  for (const method of ['POST', 'DELETE']) {
    const sent = { method, token: other.token, ...(method === 'POST' && { body: {} }) };
    expect((await callFlows(api, one.path, sent)).status).toBe(404);
    expect((await callFlows(api, one.path, { ...sent, token: 'x' })).status).toBe(401);
  }
  expect(await statusOf(shared)).toBe(200);
});

test.each([
  'A'.repeat(22),
  'A'.repeat(21),
  'A'.repeat(23),
  '%25'.repeat(22),
  `${'A'.repeat(21)}%00`,
  '积'.repeat(22),
])('the token %j leads nowhere', async (token) => {
  expect(await statusOf(token)).toBe(404);
});

test('who tries tokens is refused by the limit of an address', async () => {
  const calls = Array.from({ length: limits.shared.burstCalls + 10 }, () =>
    statusOf('B'.repeat(22)),
  );
  const statuses = await Promise.all(calls);
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
});
