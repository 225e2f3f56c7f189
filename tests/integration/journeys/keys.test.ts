import { afterAll, describe, expect, test, vi } from 'vitest';
import type { UseRow } from '../../../src/contract/usage.ts';
import { accessTokenOf, callFlows, startRun } from './flow-calls.ts';
import { plainKey, startWithKeys } from './key-owner.ts';
import { callAsUser, walletOf } from './signed-in.ts';

vi.mock(import('../../../functions/flows/catalog.ts'), async (original) => {
  const { echo, meter } = await import('../../support/runs.ts');
  const { program } = await import('../../support/flow-program.ts');
  return { ...(await original()), flows: [echo, meter], catalogueProgram: () => program };
});

const { api, somebody, aboutKey, spend, close } = await startWithKeys();
afterAll(close);

describe('a key', () => {
  test('shows its secret once, and what it may do and has used ever after', async () => {
    const { make, call } = await somebody();
    const { id, secret, json } = await make({ flows: ['meter'], caps: { day: 10, life: 30 } });
    expect(secret).toMatch(/^mrp_[\da-z]{45}$/);
    expect(json).toMatchObject({ name: 'CI', flows: ['meter'], ending: secret.slice(-4) });
    expect((await spend(secret, 4)).status).toBe(201);
    const { json: listed } = await call('');
    const today = new Date().toISOString().slice(0, 10);
    const own = {
      ...{ id, name: 'CI', ending: secret.slice(-4), flows: ['meter'], usedOn: today },
      ...{ reads: ['balance', 'runs'], caps: { day: 10, life: 30 } },
      use: {
        life: { spent: 4, held: 0, cap: 30 },
        month: { spent: 4, held: 0, resetsAt: expect.stringMatching(/-01T00:00:00.000Z$/) },
        day: { spent: 4, held: 0, cap: 10, resetsAt: expect.stringMatching(/T00:00:00.000Z$/) },
      },
    };
    expect(listed).toMatchObject({ keys: [own], next: null });
    expect(JSON.stringify(listed)).not.toContain(secret);
    expect(await aboutKey(secret)).toMatchObject({ status: 200, json: { ...own, available: 21 } });
    expect(JSON.stringify(await api.stored())).not.toContain(secret);
  });

  test('lists, quotes, uploads, runs, reads and cancels like a page of its owner', async () => {
    const { make, cookie } = await somebody();
    const { secret: token } = await make();
    const post = { method: 'POST', token };
    const quote = await callFlows(api, '/flows/meter/quotes', {
      ...post,
      body: { input: { price: 3 } },
    });
    expect(await quote.json()).toMatchObject({ credits: 3 });
    const file = { mediaType: 'text/plain', bytes: 1, sha256: 'a'.repeat(64) };
    expect((await callFlows(api, '/uploads', { ...post, body: file })).status).toBe(201);
    const { body, status } = await startRun(api, token, 'echo', { text: 'hello' });
    expect([status, body.available]).toEqual([201, 23]);
    for (const path of ['/runs', `/runs/${body.id}`, `/runs/${body.id}/files/echo.txt`]) {
      expect((await callFlows(api, path, { token })).status).toBe(200);
    }
    const headers = { 'idempotency-key': 'none' };
    expect((await callFlows(api, '/runs/cancellations', { ...post, headers })).status).toBe(404);
    const entries = await callAsUser(api, cookie, '/api/credits/entries?kind=hold,capture');
    expect(await entries.json()).toMatchObject({ entries: [{ key: 'CI' }, { key: 'CI' }] });
  });

  test('shares no result: only a page of its owner does', async () => {
    const { make } = await somebody();
    const { secret: token } = await make();
    const { body } = await startRun(api, token, 'echo', { text: 'hello' });
    const sent = { method: 'POST', token, body: {} };
    const answer = await callFlows(api, `/runs/${body.id}/share`, sent);
    expect([answer.status, Object(await answer.json()).code]).toEqual([
      401,
      'access_token_invalid',
    ]);
  });

  test('runs the flows of its list alone, and reads its own runs alone without the right', async () => {
    const { make, cookie } = await somebody();
    const page = await accessTokenOf(api, cookie);
    const other = await startRun(api, page, 'echo', { text: 'of the page' }, { key: 'page-1' });
    const { secret: token } = await make({ flows: ['echo'], reads: [] });
    expect(await spend(token, 1)).toMatchObject({
      status: 403,
      body: { code: 'key_not_allowed', detail: expect.stringContaining('meter') },
    });
    const own = await startRun(api, token, 'echo', { text: 'of the key' });
    const list = await callFlows(api, '/runs', { token });
    expect(await list.json()).toMatchObject({ runs: [{ id: own.body.id }] });
    expect((await callFlows(api, `/runs/${other.body.id}`, { token })).status).toBe(404);
    const headers = { 'idempotency-key': 'page-1' };
    const cancel = await callFlows(api, '/runs/cancellations', { method: 'POST', token, headers });
    expect(cancel.status).toBe(404);
    expect((await aboutKey(token)).json).not.toHaveProperty('available');
  });
});

describe('a cap', () => {
  test.each([
    ['day', 429, 'a day'],
    ['month', 429, 'a month'],
    ['life', 403, 'in all'],
  ])('of a %s is told with its numbers, and answers %d', async (window, status, words) => {
    const { make, call } = await somebody();
    const { id, secret } = await make({ caps: { [window]: 5 } });
    expect((await spend(secret, 4)).status).toBe(201);
    const key = 'again';
    const refused = await startRun(api, secret, 'meter', { price: 2 }, { key });
    expect(refused).toMatchObject({
      status,
      body: {
        ...{ code: 'key_cap_reached', status, window, key: 'CI', cap: 5, spent: 4, held: 0 },
        ...{ required: 2, detail: expect.stringContaining(words) },
      },
    });
    const retryAfter = Number(refused.headers.get('retry-after'));
    if (window === 'life') expect(refused.body).not.toHaveProperty('resetsAt');
    else expect(retryAfter).toBeGreaterThan(0);
    // The refusal is not stored: the same call passes once the cap allows it.
    await call(`/${id}`, 'POST', { ...plainKey, caps: { [window]: 6 } });
    expect(await startRun(api, secret, 'meter', { price: 2 }, { key })).toMatchObject({
      status: 201,
      body: { available: 19 },
    });
  });

  test('is told in Chinese, and is no lack of credits', async () => {
    const { make } = await somebody();
    const { secret } = await make({ name: '流水线', caps: { day: 2 } });
    await spend(secret, 1);
    const headers = { 'accept-language': 'zh' };
    const { body } = await startRun(api, secret, 'meter', { price: 2 }, { headers });
    expect(body).toMatchObject({ code: 'key_cap_reached', key: '流水线' });
    expect(body.detail).toContain('密钥“流水线”每天可用 2 积分：已用 1，预扣 0，这次需要 2。');
    const { secret: free } = await make();
    expect((await spend(free, 26)).body).toMatchObject({ code: 'credits_insufficient' });
  });

  test('below the price passes in no window, so nobody is told to wait', async () => {
    const { make } = await somebody();
    const { secret } = await make({ caps: { day: 1 } });
    const refused = await spend(secret, 2);
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'key_cap_reached', detail: expect.stringContaining('it never passes') },
    });
    expect(refused.headers.has('retry-after')).toBe(false);
    expect(refused.body).not.toHaveProperty('resetsAt');
  });

  test('that is lowered below what was spent stops, and takes nothing back', async () => {
    const { make, call } = await somebody();
    const { id, secret } = await make({ caps: { day: 20 } });
    await spend(secret, 7);
    const { json } = await call(`/${id}`, 'POST', { ...plainKey, caps: { day: 3 } });
    expect(json.use).toMatchObject({ day: { spent: 7, cap: 3 } });
    expect((await spend(secret, 1)).body).toMatchObject({ code: 'key_cap_reached', spent: 7 });
    expect((await aboutKey(secret)).json.available).toBe(18);
  });

  test('gives back the room of a run that failed', async () => {
    const { make } = await somebody();
    const { secret } = await make({ caps: { life: 2 } });
    expect((await startRun(api, secret, 'echo', { text: 'break' })).status).toBe(500);
    expect((await aboutKey(secret)).json.use).toMatchObject({ life: { spent: 0, held: 0 } });
    expect((await startRun(api, secret, 'echo', { text: 'now' })).status).toBe(201);
  });

  test('is told by mail at half, four fifths and all of it, once each', async () => {
    const { make, sub } = await somebody();
    const { secret } = await make({ caps: { month: 10 } });
    for (const price of [4, 1, 1, 2, 2]) await spend(secret, price);
    const wallet = await walletOf(api, sub);
    const messages = await api.db
      .selectFrom('outbox')
      .where('wallet_id', '=', wallet)
      .where('event', '=', 'key_cap')
      .orderBy('id')
      .select('payload')
      .execute();
    expect(messages.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { key: 'CI', window: 'month', percent: 50, cap: 10, spent: 5 },
      { percent: 80, spent: 8 },
      { percent: 100, spent: 10 },
    ]);
  });
});

describe('the use by month, flow and key', () => {
  test('adds up to what was spent, as JSON and as a file', async () => {
    const { make, cookie } = await somebody();
    const page = await accessTokenOf(api, cookie);
    await startRun(api, page, 'echo', { text: 'of the page' });
    const { id, secret } = await make({ name: '=SUM(A1)' });
    for (const price of [4, 3]) await spend(secret, price);
    await startRun(api, secret, 'echo', { text: 'break' });
    const answer = await callAsUser(api, cookie, '/api/credits/use');
    const month = new Date().toISOString().slice(0, 7);
    expect(await answer.json()).toEqual({
      rows: [
        { month, flow: 'meter', key: { id, name: '=SUM(A1)' }, charges: 2, used: 7 },
        { month, flow: 'echo', charges: 1, used: 2 },
      ],
    });
    const headers = { accept: 'text/csv', 'accept-language': 'zh' };
    const file = await callAsUser(api, cookie, '/api/credits/use', { headers });
    expect((await file.text()).split('\r\n')).toEqual([
      '月份（UTC）,工具或服务,密钥,扣费次数,积分',
      `${month},meter,"'=SUM(A1)",2,7`,
      `${month},echo,,1,2`,
      '',
    ]);
  });

  test('tells two keys of one name apart by their last characters, in entries as well', async () => {
    const { make, cookie } = await somebody();
    const secrets = [(await make()).secret, (await make()).secret];
    for (const secret of secrets) await spend(secret, 2);
    const labels = secrets.map((secret) => `CI …${secret.slice(-4)}`).toSorted();
    const use = Object(await (await callAsUser(api, cookie, '/api/credits/use')).json());
    expect(use.rows.map((row: UseRow) => row.key?.name).toSorted()).toEqual(labels);
    const answer = await callAsUser(api, cookie, '/api/credits/entries?kind=capture');
    const { entries }: { entries: { key: string }[] } = Object(await answer.json());
    expect(entries.map(({ key }) => key).toSorted()).toEqual(labels);
  });
});

describe('a key that may read no balance', () => {
  test('learns it neither from a run nor from a lack of credits', async () => {
    const { make } = await somebody();
    const { secret } = await make({ reads: [] });
    expect((await spend(secret, 5)).body).not.toHaveProperty('available');
    const { status, body } = await spend(secret, 21);
    expect([status, body.required, body.available]).toEqual([402, 21, undefined]);
    expect(body.detail).toBe('There are fewer credits than the 21 that this takes.');
  });
});

test('each key has idempotency keys of its own', async () => {
  const { make, cookie } = await somebody();
  const page = await accessTokenOf(api, cookie);
  const tokens = [page, (await make()).secret, (await make()).secret];
  const run = (token: string) => startRun(api, token, 'echo', { text: 'a' }, { key: 'build-42' });
  const first = [];
  for (const token of tokens) first.push(await run(token));
  expect(first.map(({ replayed }) => replayed)).toEqual([false, false, false]);
  expect(new Set(first.map(({ body }) => body.id)).size).toBe(3);
  for (const token of tokens) expect((await run(token)).replayed).toBe(true);
});
