import { afterAll, describe, expect, test, vi } from 'vitest';
import { ownKeyStore } from '../../../functions/adapters/postgres/key/personal-key-store.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { maxKeys } from '../../../src/contract/keys.ts';
import { callFlows, startRun } from './flow-calls.ts';
import { plainKey, startWithKeys } from './key-owner.ts';
import { callAsUser, walletOf } from './signed-in.ts';

vi.mock(import('../../../functions/flows/catalog.ts'), async (original) => {
  const { echo, meter } = await import('../../support/runs.ts');
  const { program } = await import('../../support/flow-program.ts');
  return { ...(await original()), flows: [echo, meter], catalogueProgram: () => program };
});

const { api, somebody, aboutKey, spend, close } = await startWithKeys();
afterAll(close);

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
    const { status, json } = await call('', 'POST', { ...plainKey, ...choices });
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
      await ownKeyStore(api.db).make(wallet, { choices: plainKey, secret, now });
    }
    const full = await call('', 'POST', plainKey);
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
      [`/${id}`, 'POST', plainKey],
      [`/${id}/secrets`, 'POST', undefined],
      [`/${id}`, 'DELETE', undefined],
    ] as const) {
      expect((await other.call(path, method, body)).json).toMatchObject({ code: 'key_not_found' });
    }
    expect((await other.call('')).json).toEqual({ keys: [], next: null });
  });
});
