import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { cursorAfter } from '../../../functions/domain/ledger/entry-reply.ts';
import { entriesSchema, entryKinds } from '../../../src/contract/entries.ts';
import { storeHolds } from '../../support/many-holds.ts';
import { type Api, startApi } from './api.ts';
import { callAsUser, signIn, walletOf } from './signed-in.ts';

vi.mock('../../../src/site.config.ts', () => import('../../support/example-site.ts'));

const path = '/api/credits/entries';
const csv = { headers: { accept: 'text/csv' } };

let api: Api;
let sub: string;
let cookie: string;
let walletId: string;
let users = 0;
let keys = 0;

beforeAll(async () => {
  api = await startApi();
  return api.close;
});

beforeEach(async () => {
  users += 1;
  sub = `ada-${users}`;
  cookie = await signIn(api, sub);
  walletId = await walletOf(api, sub);
});

afterAll(async () => {
  expect(await auditLedger(api.db)).toEqual([]);
});

function keyed(actor = 'service render farm', now = new Date()) {
  keys += 1;
  return { idempotencyKey: `key-${keys}`, actor, now };
}

async function hold(reference = 'run', { lifeMs = 60_000, now = new Date() } = {}) {
  const command = { walletId, amountCredits: 1, lifeMs, reference };
  const held = await ledgerStore(api.db).hold({ ...command, keyed: keyed(undefined, now) });
  if (!held.ok) throw new Error(held.code);
  return held.body.id;
}

async function give(amountCredits: number, reason = 'a gift') {
  const command = { walletId, amountCredits, lifeMs: 86_400_000, reason };
  await ledgerStore(api.db).grant({ ...command, keyed: keyed('operator mo@example.com') });
}

async function page(query = '') {
  const answer = await callAsUser(api, cookie, `${path}${query}`);
  expect(answer.status).toBe(200);
  return entriesSchema.parse(await answer.json());
}

async function file(query = '', headers: Readonly<Record<string, string>> = {}) {
  return callAsUser(api, cookie, `${path}${query}`, { headers: { ...csv.headers, ...headers } });
}

describe('the entries', () => {
  test('come page by page without a gap or a double, while new ones are made', async () => {
    for (let run = 0; run < 20; run += 1) await hold();
    const first = await page('?limit=7');
    const seen = first.entries.map(({ number }) => number);
    let { next } = first;
    while (next !== null) {
      await hold();
      const { entries, next: after } = await page(`?limit=7&cursor=${next}`);
      seen.push(...entries.map(({ number }) => number));
      next = after;
    }
    expect(seen).toEqual(Array.from({ length: 21 }, (_, index) => 21 - index));
  });

  test('are 25 a page by default, and 100 at most', async () => {
    await give(200);
    for (let run = 0; run < 110; run += 1) await hold();
    expect((await page()).entries).toHaveLength(25);
    expect((await page('?limit=100')).entries).toHaveLength(100);
    expect((await page('?limit=1')).entries).toHaveLength(1);
  });

  test('can be of some kinds only', async () => {
    const id = await hold();
    await ledgerStore(api.db).release({ holdId: id, keyed: keyed() });
    await hold();
    await give(5);
    const kindsOf = async (query: string) => (await page(query)).entries.map(({ kind }) => kind);
    expect(await kindsOf('?kind=grant')).toEqual(['grant', 'grant']);
    expect(await kindsOf('?kind=hold,release')).toEqual(['hold', 'release', 'hold']);
    expect(await kindsOf('?kind=refund')).toEqual([]);
    expect(await kindsOf(`?kind=${entryKinds.join(',')}`)).toHaveLength(5);
    const first = await page('?kind=hold&limit=1');
    const second = await page(`?kind=hold&limit=1&cursor=${first.next}`);
    expect([...first.entries, ...second.entries].map(({ number }) => number)).toEqual([4, 2]);
    expect(second.next).toBeNull();
  });

  test('include the expiries that are due, like the balance, and stay so', async () => {
    await hold('late', { now: new Date(Date.now() - 600_000) });
    const { entries } = await page();
    expect(entries.map(({ kind }) => kind)).toEqual(['release', 'hold', 'grant']);
    const balance = await callAsUser(api, cookie, '/api/credits');
    expect(await balance.json()).toMatchObject({ available: entries[0]?.available, held: 0 });
    const before = await api.stored();
    expect(await page()).toEqual({ entries, next: null });
    expect(await api.stored()).toEqual(before);
  });

  test('name a service and no operator, and omit internal fields', async () => {
    await hold('run 7');
    await give(5, 'for the wait');
    const trial = await api.db
      .selectFrom('trials')
      .where('wallet_id', '=', walletId)
      .select('key')
      .executeTakeFirstOrThrow();
    const json = await (await callAsUser(api, cookie, path)).text();
    const text = await (await file()).text();
    expect(json).toContain('render farm');
    for (const answer of [json, text]) {
      expect(answer).toContain('run 7');
      expect(answer).toContain('for the wait');
      expect(answer).not.toContain(trial.key);
      expect(answer).not.toContain('mo@example.com');
      expect(answer).not.toContain('key-');
    }
  });
});

describe('a query is refused, and changes nothing,', () => {
  test.each([
    'limit=0',
    'limit=101',
    'limit=abc',
    'limit=-1',
    'limit=1.5',
    'limit=1e1',
    'limit=',
    'limit=1&limit=2',
    'kind=',
    'kind=x',
    'kind=grant,',
    'kind=grant,toString',
    'kind=grant&kind=hold',
    `kind=${'grant,'.repeat(20)}grant`,
    'cursor=',
    'cursor=1',
    'cursor=x.y',
    `cursor=${'1'.repeat(65)}`,
    'cursor=1.a&cursor=1.a',
  ])('with %s', async (query) => {
    const before = await api.stored();
    for (const accept of ['application/json', 'text/csv']) {
      const answer = await callAsUser(api, cookie, `${path}?${query}`, { headers: { accept } });
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ code: 'query_invalid' });
    }
    expect(await api.stored()).toEqual(before);
  });

  test('with the cursor of another user', async () => {
    await hold();
    const { next } = await page('?limit=1');
    const other = await signIn(api, `eve-${users}`);
    const answer = await callAsUser(api, other, `${path}?cursor=${next}`);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: 'query_invalid' });
    expect(next).toBe(cursorAfter(walletId, 2));
  });
});

describe('the file', () => {
  test('is CSV with a mark, a name and a row for each entry', async () => {
    await hold('run 7, then 8');
    const answer = await file();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="credits.csv"');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
    expect(text.startsWith('\ufeffNo.,Time (UTC),Kind,')).toBe(true);
    expect(text.split('\r\n')).toEqual([
      expect.any(String),
      expect.stringMatching(/^2,\S{24},hold,1,0,24,1,0,,"run 7, then 8"$/),
      expect.stringMatching(/^1,\S{24},grant,25,25,25,0,0,trial,$/),
      '',
    ]);
  });

  test('takes the filter and the language', async () => {
    await hold();
    const answer = await file('?kind=hold', { 'accept-language': 'zh-CN,zh;q=0.9' });
    const lines = (await answer.text()).trimEnd().split('\r\n');
    expect(lines[0]).toBe('序号,时间（UTC）,类型,积分,变动,可用,冻结,欠额,来源,备注');
    expect(lines).toHaveLength(2);
  });

  test('of more than 20,000 entries links to the rest in its Link header', async () => {
    cookie = await signIn(api, `many-${users}`, { claims: { email_verified: false } });
    walletId = await walletOf(api, `many-${users}`);
    await give(30_000);
    const expiresAt = new Date(Date.now() + 3_600_000);
    await storeHolds(api.db, walletId, { count: 20_010, expiresAt });
    const numbers: number[] = [];
    let more: string | undefined = '?kind=hold';
    let files = 0;
    while (more !== undefined && files < 5) {
      const answer = await file(more);
      const lines = (await answer.text()).trimEnd().split('\r\n').slice(1);
      numbers.push(...lines.map((line) => Number(line.split(',')[0])));
      more = /^<[^?]*(\?[^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
      files += 1;
    }
    expect(files).toBe(2);
    expect(numbers).toEqual(Array.from({ length: 20_010 }, (_, index) => 20_011 - index));
  });

  test.each([
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['x;=1', `"x;'=1"`],
  ])('gives no spreadsheet the note %s as a formula', async (note, written) => {
    await hold(note);
    expect(await (await file('?kind=hold')).text()).toContain(`,${written}\r\n`);
  });
});

test('without a session nobody gets entries, as a page or as a file', async () => {
  for (const accept of ['application/json', 'text/csv']) {
    const answer = await callAsUser(api, 'other=1', path, { headers: { accept } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'session_required' });
  }
});
