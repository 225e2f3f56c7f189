import { afterAll, describe, expect, test, vi } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { ownKeyStore } from '../../../functions/adapters/postgres/key/personal-key-store.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { type KeyChoices, maxKeys } from '../../../src/contract/keys.ts';
import { startApi } from './api.ts';
import { accessTokenOf, callFlows, startRun } from './flow-calls.ts';
import { callAsUser, signIn, walletOf } from './signed-in.ts';

vi.mock(import('../../../functions/flows/catalog.ts'), async (original) => {
  const { echo, meter } = await import('../../support/runs.ts');
  const { program } = await import('../../support/flow-program.ts');
  return { ...(await original()), flows: [echo, meter], catalogueProgram: () => program };
});

let people = 0;

const api = await startApi();
afterAll(async () => {
  expect(await auditLedger(api.db)).toEqual([]);
  await api.close();
});

type Json = Readonly<Record<string, unknown>>;

const plain: KeyChoices = { name: 'CI', reads: ['balance', 'runs'], caps: {} };

/** A new user with the trial's 25 credits, and the calls about their keys. */
async function somebody() {
  people += 1;
  const sub = `owner-${people}`;
  const cookie = await signIn(api, sub);
  const call = async (path: string, method = 'GET', body?: object) => {
    const answer = await callAsUser(api, cookie, `/api/user/keys${path}`, { method, body });
    const json: Json = answer.status === 204 ? {} : Object(await answer.json());
    return { status: answer.status, json };
  };
  const make = async (choices: object = {}) => {
    const { json } = await call('', 'POST', { ...plain, ...choices });
    return { id: String(json.id), secret: String(json.secret), json };
  };
  return { sub, cookie, call, make };
}

async function aboutKey(secret: string, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${api.origin}/api/key`, {
    headers: { authorization: `Bearer ${secret}`, ...headers },
  });
  const json: Json = Object(await answer.json());
  return { status: answer.status, json };
}

const spend = (secret: string, price: number) => startRun(api, secret, 'meter', { price });

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
    await call(`/${id}`, 'POST', { ...plain, caps: { [window]: 6 } });
    expect(await startRun(api, secret, 'meter', { price: 2 }, { key })).toMatchObject({
      status: 201,
      body: { available: 19 },
    });
  });

  test('is told in Chinese, and is no lack of credits', async () => {
    const { make } = await somebody();
    const { secret } = await make({ name: '流水线', caps: { day: 1 } });
    const headers = { 'accept-language': 'zh' };
    const { body } = await startRun(api, secret, 'meter', { price: 2 }, { headers });
    expect(body).toMatchObject({ code: 'key_cap_reached', key: '流水线' });
    expect(body.detail).toContain('密钥“流水线”每天可用 1 积分：已用 0，预扣 0，这次需要 2。');
    const { secret: free } = await make();
    expect((await spend(free, 26)).body).toMatchObject({ code: 'credits_insufficient' });
  });

  test('that is lowered below what was spent stops, and takes nothing back', async () => {
    const { make, call } = await somebody();
    const { id, secret } = await make({ caps: { day: 20 } });
    await spend(secret, 7);
    const { json } = await call(`/${id}`, 'POST', { ...plain, caps: { day: 3 } });
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
});

describe('a secret', () => {
  test('that was renewed works for a week beside the new one, and the one before it no more', async () => {
    const { make, call } = await somebody();
    const { id, secret } = await make();
    const second = String((await call(`/${id}/secrets`, 'POST')).json.secret);
    const statuses = async (...secrets: string[]) =>
      Promise.all(secrets.map(async (one) => (await aboutKey(one)).status));
    expect(await statuses(secret, second)).toEqual([200, 200]);
    const third = await call(`/${id}/secrets`, 'POST');
    const until = Date.parse(String(third.json.formerUntil)) - Date.now();
    expect(until / DAY_MS).toBeCloseTo(7, 2);
    expect(await statuses(secret, second, String(third.json.secret))).toEqual([401, 200, 200]);
    const over = { former_until: new Date() };
    await api.db.updateTable('personal_keys').set(over).where('id', '=', id).execute();
    expect(await statuses(second)).toEqual([401]);
  });

  test('stops at once when its key is ended, its last day is over, or its owner leaves', async () => {
    const { make, call, cookie, sub } = await somebody();
    const [ended, late, left] = [await make(), await make(), await make()];
    await call(`/${ended.id}`, 'DELETE');
    const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    const keys = api.db.updateTable('personal_keys').where('id', '=', late.id);
    await keys.set({ last_day: yesterday }).execute();
    for (const { secret } of [ended, late]) {
      expect((await spend(secret, 1)).body).toMatchObject({ code: 'personal_key_invalid' });
    }
    expect((await call(`/${ended.id}`, 'DELETE')).json).toMatchObject({ code: 'key_not_found' });
    const wallet = await walletOf(api, sub);
    const body = { confirm: `${sub}@example.com` };
    await callAsUser(api, cookie, '/api/user', { method: 'DELETE', body });
    expect((await aboutKey(left.secret)).status).toBe(401);
    const rows = api.db.selectFrom('personal_keys').where('wallet_id', '=', wallet);
    const stored = await rows.select(['name', 'secret_hash', 'ended_at']).execute();
    expect(stored).toHaveLength(3);
    for (const row of stored) {
      expect(row).toEqual({ name: '', secret_hash: null, ended_at: expect.any(Date) });
    }
  });

  test('that a page sends, or that stands in an address, is refused in words', async () => {
    const { make } = await somebody();
    const { secret } = await make();
    const origin = { origin: 'https://elsewhere.example' };
    const fromPage = { code: 'key_from_page', detail: expect.stringContaining('Origin') };
    expect(await aboutKey(secret, origin)).toMatchObject({ status: 403, json: fromPage });
    const run = await startRun(api, secret, 'meter', { price: 1 }, { headers: origin });
    expect(run).toMatchObject({ status: 403, body: fromPage });
    for (const address of [
      `${api.origin}/api/key?key=${secret}`,
      `${api.flowsOrigin}/runs?key=${secret}`,
    ]) {
      const answer = await fetch(address);
      expect(answer.status).toBe(401);
      expect(Object(await answer.json()).detail).toContain('address');
    }
    expect(api.logged.join()).not.toContain(secret);
  });

  test.each([
    'mrp_',
    `mrp_${'0'.repeat(45)}`,
    `mrp_${'A'.repeat(45)}`,
    `mrp_${'a'.repeat(200)}`,
    'mrp_%00',
  ])('%j opens nothing', async (secret) => {
    expect(await aboutKey(secret)).toMatchObject({ status: 401 });
    const runs = await callFlows(api, '/runs', { token: secret });
    expect(runs.status).toBe(401);
  });
});

describe('the list of keys', () => {
  test.each([
    ['a name of spaces', { name: '  ' }],
    ['a name with a line break', { name: 'a\nb' }],
    ['a name of 61 letters', { name: 'a'.repeat(61) }],
    ['a cap of 0', { caps: { day: 0 } }],
    ['a cap of 10^15', { caps: { day: 10 ** 15 } }],
    ['a cap of half a credit', { caps: { life: 0.5 } }],
    ['a cap of a week', { caps: { week: 5 } }],
    ['a last day that is over', { lastDay: '2026-01-31' }],
    ['a last day that there is not', { lastDay: '2027-02-30' }],
    ['an empty list of flows', { flows: [] }],
    ['a right that there is not', { reads: ['all'] }],
  ])('refuses %s', async (_what, choices) => {
    const { call } = await somebody();
    const { status, json } = await call('', 'POST', { ...plain, ...choices });
    expect([status, json.code]).toEqual([422, 'body_invalid']);
  });

  test('takes two keys with one name, odd names, today as the last day, and a cap of 10^9', async () => {
    const { make, call } = await somebody();
    const today = new Date().toISOString().slice(0, 10);
    await make({ name: ' CI ' });
    await make({ name: 'CI', lastDay: today, caps: { life: 1_000_000_000 } });
    await make({ name: '<b>"流水线" & Söhne’s</b>' });
    const { json } = await call('');
    const names = Object(json).keys.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['<b>"流水线" & Söhne’s</b>', 'CI', 'CI']);
  });

  test(`has pages of 20, and ends at ${maxKeys} keys in force`, async () => {
    const { call, sub } = await somebody();
    const wallet = await walletOf(api, sub);
    const now = new Date();
    for (let count = 0; count < maxKeys; count += 1) {
      const secret = { hash: `${count}`, ending: '' };
      await ownKeyStore(api.db).make(wallet, { choices: plain, secret, now });
    }
    const full = await call('', 'POST', plain);
    expect(full).toMatchObject({ status: 409, json: { code: 'too_many_keys' } });
    let pages = 0;
    const ids = new Set<string>();
    for (let next: unknown = ''; next !== null; pages += 1) {
      const { json } = await call(next === '' ? '' : `?cursor=${next}`);
      for (const { id } of Object(json).keys) ids.add(id);
      next = json.next;
    }
    expect([pages, ids.size]).toEqual([maxKeys / 20, maxKeys]);
  });

  test('is nobody else’s', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const { id } = await one.make();
    for (const [path, method, body] of [
      [`/${id}`, 'POST', plain],
      [`/${id}/secrets`, 'POST', undefined],
      [`/${id}`, 'DELETE', undefined],
    ] as const) {
      expect((await other.call(path, method, body)).json).toMatchObject({ code: 'key_not_found' });
    }
    expect((await other.call('')).json).toEqual({ keys: [], next: null });
  });
});
