import { afterAll, describe, expect, test, vi } from 'vitest';
import { startApi } from './api.ts';
import { accessTokenOf, callFlows, startRun } from './flow-calls.ts';
import { callAsUser, signIn } from './signed-in.ts';

vi.mock(import('../../../functions/flows/catalog.ts'), async (original) => {
  const { echo, meter } = await import('../../support/runs.ts');
  const { program } = await import('../../support/flow-program.ts');
  return { ...(await original()), flows: [echo, meter], catalogueProgram: () => program };
});

let people = 0;

const api = await startApi();
afterAll(api.close);

/** A new user with the trial's 25 credits: their cookie and an access token. */
async function somebody() {
  people += 1;
  const cookie = await signIn(api, `user-${people}`);
  return { cookie, token: await accessTokenOf(api, cookie) };
}

async function creditsOf(cookie: string) {
  const answer = await callAsUser(api, cookie, '/api/credits');
  const { available, held } = Object(await answer.json());
  return [available, held];
}

async function jsonOf(answer: Response): Promise<Readonly<Record<string, unknown>>> {
  return Object(await answer.json());
}

describe('the flows', () => {
  test.each([
    ['zh-CN', '回声', '文本'],
    ['en', 'Echo', 'Text'],
  ])('are listed for anyone, in the language of %s', async (language, name, title) => {
    const answer = await callFlows(api, '/flows', { headers: { 'accept-language': language } });
    expect(answer.status).toBe(200);
    const [first, second] = Object(await answer.json());
    expect(first).toMatchObject({ id: 'echo', name, credits: 2, quoted: false });
    expect(first.input.properties.text).toMatchObject({ title, maxLength: 1_000_000 });
    expect(second).toMatchObject({ id: 'meter', credits: 1, quoted: true });
  });

  test('quote the price of a run', async () => {
    const { cookie, token } = await somebody();
    const quote = (input: unknown, flow = 'meter') =>
      callFlows(api, `/flows/${flow}/quotes`, { method: 'POST', token, body: { input } });
    expect(await jsonOf(await quote({ price: 7 }))).toEqual({ flow: 'meter', credits: 7 });
    expect(await jsonOf(await quote({ text: 'all' }, 'echo'))).toEqual({
      ...{ flow: 'echo', credits: 2, leftOut: [] },
    });
    expect(await jsonOf(await quote({ price: 0 }))).toMatchObject({
      code: 'input_invalid',
      detail: 'The field "price" must be at least 1. You were not charged.',
    });
    expect(await jsonOf(await quote({}, 'nothing'))).toMatchObject({ code: 'flow_not_found' });
    const chinese = { 'accept-language': 'zh' };
    const refused = await startRun(api, token, 'meter', { price: 0 }, { headers: chinese });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'input_invalid', detail: '字段“price”（价格）不能小于 1。没有扣费。' },
    });
    expect(await creditsOf(cookie)).toEqual([25, 0]);
  });
});

describe('a run', () => {
  test('is paid for and stored, with its file, and its entries agree', async () => {
    const { cookie, token } = await somebody();
    const run = await startRun(api, token, 'echo', { text: 'hello' }, { credits: 2 });
    expect(run).toMatchObject({
      status: 201,
      replayed: false,
      body: {
        flow: 'echo',
        status: 'succeeded',
        credits: 2,
        available: 23,
        result: [
          { kind: 'text', name: 'text', label: 'Text', text: 'hello' },
          { kind: 'file', name: 'echo.txt', label: 'File', mediaType: 'text/plain', bytes: 5 },
        ],
      },
    });
    const id = String(run.body.id);
    const list = await jsonOf(await callFlows(api, '/runs', { token }));
    const title = 'hello';
    expect(list).toMatchObject({ runs: [{ id, title, status: 'succeeded', credits: 2 }] });
    const again = await callFlows(api, `/runs/${id}`, {
      token,
      headers: { 'accept-language': 'zh' },
    });
    expect(await jsonOf(again)).toMatchObject({
      ...{ id, title, input: { text: 'hello' }, files: [] },
      result: [{ label: '文本' }, { label: '文件' }],
    });
    const file = await callFlows(api, `/runs/${id}/files/echo.txt`, { token });
    expect(await file.text()).toBe('hello');
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': 'attachment; filename="echo.txt"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(await creditsOf(cookie)).toEqual([23, 0]);
    const entries = await jsonOf(await callAsUser(api, cookie, '/api/credits/entries'));
    expect(entries.entries).toMatchObject([
      { kind: 'capture', quantity: 2, note: 'echo', service: 'flows' },
      { kind: 'hold', quantity: 2, note: 'echo' },
      { kind: 'grant' },
    ]);
  });

  test('that was long is told by mail, unless its owner reads it before', async () => {
    const { token } = await somebody();
    const { body } = await startRun(api, token, 'echo', { text: 'hello' });
    const id = String(body.id);
    const row = {
      id,
      wallet_id: id,
      payload: '',
      created_at: new Date(),
      state: 'waiting',
    } as const;
    const event = 'run_finished' as const;
    const mail = { ...row, event, receiver: `mail ${id}`, due_at: new Date() };
    await api.db.insertInto('outbox').values(mail).execute();
    const states = [];
    for (const seconds of [0, 10]) {
      const startedAt = new Date(Date.parse(String(body.finishedAt)) - seconds * 1_000);
      const run = api.db.updateTable('runs').where('id', '=', id);
      await run.set({ started_at: startedAt }).execute();
      await callFlows(api, `/runs/${id}`, { token });
      const told = api.db.selectFrom('outbox').where('id', '=', id).select('state');
      states.push((await told.executeTakeFirst())?.state);
    }
    expect(states).toEqual(['waiting', 'dropped']);
  });

  test('that is sent twice with one key is one, and another input under that key is refused', async () => {
    const { cookie, token } = await somebody();
    const first = await startRun(api, token, 'echo', { text: 'hello' }, { key: 'k' });
    const second = await startRun(api, token, 'echo', { text: 'hello' }, { key: 'k' });
    expect([second.status, second.replayed, second.body]).toEqual([201, true, first.body]);
    const other = await startRun(api, token, 'echo', { text: 'bye' }, { key: 'k' });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    expect(await creditsOf(cookie)).toEqual([23, 0]);
  });

  test('that fails gives the reason in the caller’s language and costs nothing, also when repeated', async () => {
    const { cookie, token } = await somebody();
    const chinese = { key: 'k', headers: { 'accept-language': 'zh' } };
    for (const replayed of [false, true]) {
      const refused = await startRun(api, token, 'echo', { text: 'refuse' }, chinese);
      expect(refused).toMatchObject({ status: 422, replayed, body: { code: 'input_refused' } });
      expect(refused.body.detail).toBe('请换一句话。没有扣费。');
    }
    const broken = await startRun(api, token, 'echo', { text: 'break' });
    expect(broken).toMatchObject({ status: 500, body: { code: 'run_failed' } });
    expect(String(broken.body.detail)).toContain('You were not charged.');
    expect(await creditsOf(cookie)).toEqual([25, 0]);
    // A refused input was told, and stands in no list.
    const list = await jsonOf(await callFlows(api, '/runs', { token }));
    expect(list).toMatchObject({ runs: [{ status: 'failed', code: 'run_failed' }] });
    const log = api.logged.join('\n');
    expect(log).toContain('"code":"run_failed","error":{"name":"Error"');
    expect(log).not.toContain('a bug with the text');
  });

  test('of which much cannot be read costs nothing, unless its caller wants the rest', async () => {
    const { cookie, token } = await somebody();
    const half = { text: 'half' };
    const detail =
      '50% of this document was not read: 2 × pages without text (pages 2–3). Write these parts as sentences (pictures of pages need text recognition, OCR), or go on with the rest. You were not charged.';
    const quoted = (partial?: boolean) =>
      callFlows(api, '/flows/echo/quotes', {
        ...{ method: 'POST', token, body: { input: half, partial } },
      }).then(jsonOf);
    expect(await quoted()).toMatchObject({ code: 'input_partly_read', detail });
    const leftOut = [{ kind: 'pages', count: 2, where: 'pages 2–3', share: 0.5 }];
    expect(await quoted(true)).toEqual({ flow: 'echo', credits: 2, leftOut });
    const failed = await startRun(api, token, 'echo', half, { key: 'half' });
    expect(failed).toMatchObject({ status: 422, body: { code: 'input_partly_read', detail } });
    const conflict = await startRun(api, token, 'echo', half, { key: 'half', partial: true });
    expect(conflict.body.code).toBe('idempotency_conflict');
    expect(await creditsOf(cookie)).toEqual([25, 0]);
    for (const replayed of [false, true]) {
      const run = await startRun(api, token, 'echo', half, { key: 'rest', partial: true });
      expect(run).toMatchObject({ status: 201, replayed, body: { credits: 2, leftOut } });
      const headers = { 'accept-language': 'zh' };
      const stored = await jsonOf(await callFlows(api, `/runs/${run.body.id}`, { token, headers }));
      expect(stored.leftOut).toEqual([{ ...leftOut[0], where: '第 2–3 页' }]);
    }
    expect(await creditsOf(cookie)).toEqual([23, 0]);
    const whole = await startRun(api, token, 'echo', { text: 'hello' });
    expect(whole.body.leftOut).toEqual([]);
    const wrong = { method: 'POST', token, body: { input: half, partial: 'yes' } };
    expect((await callFlows(api, '/flows/echo/quotes', wrong)).status).toBe(422);
  });

  test('does not begin at another price than the shown one, or without the credits', async () => {
    const { cookie, token } = await somebody();
    const changed = await startRun(api, token, 'meter', { price: 3 }, { credits: 2 });
    expect(changed).toMatchObject({ status: 409, body: { code: 'quote_changed', credits: 3 } });
    const poor = await startRun(api, token, 'meter', { price: 26 });
    const facts = { code: 'credits_insufficient', available: 25, required: 26 };
    expect(poor).toMatchObject({ status: 402, body: facts });
    expect(await jsonOf(await callFlows(api, '/runs', { token }))).toEqual({
      runs: [],
      next: null,
    });
    expect(await creditsOf(cookie)).toEqual([25, 0]);
  });

  test('of another user is not found', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const { body } = await startRun(api, one.token, 'echo', { text: 'secret' });
    for (const path of [`/runs/${body.id}`, `/runs/${body.id}/files/echo.txt`, '/runs/x']) {
      const answer = await callFlows(api, path, { token: other.token });
      expect([answer.status, (await jsonOf(answer)).code]).toEqual([404, 'run_not_found']);
    }
  });
});

test('a user who deletes the account has the runs in the export before, and none afterwards', async () => {
  const { cookie, token } = await somebody();
  await startRun(api, token, 'echo', { text: 'hello' });
  const all = await jsonOf(await callAsUser(api, cookie, '/api/user/export'));
  expect(all.runs).toMatchObject([{ flow: 'echo', title: 'hello', credits: 2 }]);
  const { profile } = all;
  const gone = await callAsUser(api, cookie, '/api/user', {
    method: 'DELETE',
    body: { confirm: Object(profile).email },
  });
  expect(gone.status).toBe(204);
  expect((await callFlows(api, '/runs', { token })).status).toBe(401);
  const erasures = await api.db.selectFrom('erasures').selectAll().execute();
  expect(erasures).toMatchObject([{ wallet_id: Object(all.wallet).id }]);
});
