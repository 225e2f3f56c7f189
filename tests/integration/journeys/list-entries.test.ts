import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { entriesSchema } from '../../../src/contract/entries.ts';
import { startApi } from './api.ts';
import { callAsUser, signIn, walletOf } from './signed-in.ts';

const path = '/api/credits/entries';
const csv = { headers: { accept: 'text/csv' } };

let sub: string;
let cookie: string;
let walletId: string;
let users = 0;
let keys = 0;

const api = await startApi();
afterAll(api.close);

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

async function page(query = '') {
  const answer = await callAsUser(api, cookie, `${path}${query}`);
  expect(answer.status).toBe(200);
  return entriesSchema.parse(await answer.json());
}

async function file(query = '', headers: Readonly<Record<string, string>> = {}) {
  return callAsUser(api, cookie, `${path}${query}`, { headers: { ...csv.headers, ...headers } });
}

test('the entries come page by page without a gap or a double, while new ones are made', async () => {
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
      expect.stringMatching(/^2,\S{19},hold,1,0,24,1,0,,"run 7, then 8",$/),
      expect.stringMatching(/^1,\S{19},grant,25,25,25,0,0,trial,,$/),
      '',
    ]);
  });
});
