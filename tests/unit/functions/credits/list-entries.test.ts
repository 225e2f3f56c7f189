import { describe, expect, test } from 'vitest';
import type { SessionRequest } from '../../../../functions/callers/for-session.ts';
import { list } from '../../../../functions/credits/list-entries.ts';
import { cursorAfter } from '../../../../functions/domain/ledger/entry-reply.ts';
import type { EntryStore, StoredEntry } from '../../../../functions/domain/ledger/ledger-store.ts';
import { renderCsv } from '../../../../functions/http/csv.ts';
import { preferredLanguage } from '../../../../functions/http/negotiation.ts';
import { DAY_MS } from '../../../../src/contract/durations.ts';
import {
  type EntriesQuery,
  entriesPerPage,
  type listEntries,
  recentDays,
} from '../../../../src/contract/entries.ts';
import { anEntry } from '../../../support/entries.ts';
import { account, now, sessionCaller } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

const { walletId } = account;
const csv = { accept: 'text/csv' };

type Wanted = Partial<EntriesQuery>;

function request(
  wanted: Wanted = {},
  headers: Readonly<Record<string, string>> = {},
): SessionRequest<typeof listEntries> {
  const language = preferredLanguage(headers['accept-language']);
  const path = '/api/credits/entries';
  const query = { limit: entriesPerPage.default, ...wanted };
  return { ...plainRequest, path, query, headers, language, caller: sessionCaller };
}

/** A wallet of so many entries, which records each query. */
function entriesOf(count: number, changes: Partial<StoredEntry> = {}) {
  const asked: Parameters<EntryStore['list']>[0][] = [];
  const entries: EntryStore = {
    newest: async (wanted) => ({
      entries: await entries.list(wanted),
      wallet: { id: walletId, entryCount: count, lots: [], holds: [], keys: [] },
      recent: { usedCredits: 7, beganAt: undefined },
    }),
    list: async (wanted) => {
      asked.push(wanted);
      const newest = Math.min(count, (wanted.before ?? count + 1) - 1);
      const length = Math.min(newest, wanted.limit);
      return Array.from({ length }, (_, index) => anEntry({ number: newest - index, ...changes }));
    },
  };
  return { asked, deps: { entries } };
}

async function pageOf(query: Wanted, deps: ReturnType<typeof entriesOf>['deps']) {
  const reply = await list(request(query), deps);
  if (!('body' in reply)) throw new Error('there is no page');
  return reply.body;
}

async function fileOf(query: Wanted, deps: ReturnType<typeof entriesOf>['deps'], more = {}) {
  const reply = await list(request(query, { ...csv, ...more }), deps);
  if (!('csv' in reply)) throw new Error('there is no file');
  return reply.csv;
}

describe('a page', () => {
  test('has the newest entries of the caller’s wallet as of now', async () => {
    const { asked, deps } = entriesOf(3);
    const page = await pageOf({}, deps);
    expect(page.entries.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(page.next).toBeNull();
    const first = new Date(now.getTime() - recentDays * DAY_MS);
    expect(asked).toEqual([{ walletId, now, first, limit: entriesPerPage.default + 1 }]);
  });

  test('comes with the wallet of the same moment, if it is the newest of all kinds', async () => {
    const { deps } = entriesOf(3);
    const { wallet } = await pageOf({ limit: 2 }, deps);
    const since = new Date(now.getTime() - recentDays * DAY_MS).toISOString();
    expect(wallet).toMatchObject({ available: 0, held: 0, recent: { used: 7, since } });
    const { next } = await pageOf({ limit: 2 }, deps);
    expect(await pageOf({ cursor: next ?? '' }, deps)).not.toHaveProperty('wallet');
    expect(await pageOf({ kind: ['grant'] }, deps)).not.toHaveProperty('wallet');
  });

  test.each([
    [1, 3],
    [2, 2],
    [3, 1],
    [4, 1],
  ])('of %i leads on until all are shown, in %i steps', async (limit, steps) => {
    const { deps } = entriesOf(3);
    const seen: number[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await pageOf({ limit, ...(cursor ? { cursor } : {}) }, deps);
      seen.push(...page.entries.map(({ number }) => number));
      cursor = page.next ?? undefined;
      pages += 1;
    } while (cursor !== undefined && pages < 10);
    expect(seen).toEqual([3, 2, 1]);
    expect(pages).toBe(steps);
  });

  test('of some kinds asks for those kinds', async () => {
    const { asked, deps } = entriesOf(3);
    await pageOf({ kind: ['grant', 'refund'] }, deps);
    expect(asked).toMatchObject([{ kinds: ['grant', 'refund'] }]);
  });

  test('of a wallet without entries is empty', async () => {
    expect(await pageOf({}, entriesOf(0).deps)).toMatchObject({ entries: [], next: null });
  });

  test.each([
    ['of another user', cursorAfter('0195f0a0-0000-7000-8000-000000000002', 3)],
    ['that is malformed', 'x'],
    ['that is empty', ''],
  ])('after a cursor %s is refused, and nothing is read', async (_what, cursor) => {
    const { asked, deps } = entriesOf(3);
    expect(await list(request({ cursor }), deps)).toMatchObject({ code: 'query_invalid' });
    expect(asked).toEqual([]);
  });
});

describe('a file', () => {
  test('has a row of names, and one for each entry', async () => {
    const { deps } = entriesOf(1, { source: 'operator', reason: 'for the wait' });
    const { name, rows } = await fileOf({}, deps);
    expect(name).toBe('credits.csv');
    const at = '2026-11-21T11:00:00';
    expect(rows[0]?.[0]).toBe('No.');
    expect(rows.slice(1)).toEqual([
      [1, at, 'grant', 25, 25, 30, 3, 1, 'operator', 'for the wait', ''],
    ]);
    expect(rows[0]).toHaveLength(rows[1]?.length ?? 0);
  });

  test.each([
    ...['00123', '12345678901234567', '3/4', '03.05.2026', '10:30', '1e5', '1,5', '(5)', '12 %'],
    ...['Sept 2', '3. Mai 2026', '2026年11月29日', '10:30 PM', '½', 'TRUE', ' 7 ', '-5', '1E400'],
  ])('keeps the note %j a text', async (reason) => {
    const { rows } = await fileOf({}, entriesOf(1, { source: 'operator', reason }).deps);
    expect(rows[1]?.at(-2)).toBe(`'${reason}`);
  });

  test.each(['', 'run 7', 'order 00123', '3 mills', '订单 00123', 'May', 'Decision', '第3单'])(
    'leaves the note %j as it is',
    async (reason) => {
      const { rows } = await fileOf({}, entriesOf(1, { source: 'operator', reason }).deps);
      expect(rows[1]?.at(-2)).toBe(reason);
    },
  );

  test('has its names in the language of the browser', async () => {
    const { rows } = await fileOf({}, entriesOf(1).deps, { 'accept-language': 'zh-CN' });
    expect(rows[0]).toEqual([
      '序号',
      '时间（UTC）',
      '类型',
      '积分',
      '变动',
      '可用',
      '预扣',
      '欠额',
      '来源',
      '备注',
      '密钥',
    ]);
  });

  test('of 20,000 entries is whole, whatever the limit of a page', async () => {
    const { rows, next } = await fileOf({ limit: 1 }, entriesOf(20_000).deps);
    expect(rows).toHaveLength(20_001);
    expect(next).toBeUndefined();
  });

  test('of more entries links to the rest, with the same filter', async () => {
    const { deps } = entriesOf(20_003);
    const first = await fileOf({ kind: ['grant', 'hold'] }, deps);
    expect(first.rows).toHaveLength(20_001);
    const next = new URL(first.next ?? '', 'https://www.example.com');
    expect(next.pathname).toBe('/api/credits/entries');
    expect(next.searchParams.get('kind')).toBe('grant,hold');
    const cursor = next.searchParams.get('cursor') ?? '';
    const rest = await fileOf({ cursor, kind: ['grant', 'hold'] }, deps);
    expect(rest.rows.slice(1).map(([number]) => number)).toEqual([3, 2, 1]);
    expect(rest.next).toBeUndefined();
  });

  test('of the longest notes stays below 3 MB, and loses no entry', async () => {
    const { deps } = entriesOf(10_000, { holdId: 'h', reference: '\u{1f30a}'.repeat(200) });
    const seen: unknown[] = [];
    let cursor: string | undefined;
    let files = 0;
    do {
      const { rows, next } = await fileOf(cursor ? { cursor } : {}, deps);
      expect(Buffer.byteLength(renderCsv(rows))).toBeLessThanOrEqual(3_000_000);
      seen.push(...rows.slice(1).map(([number]) => number));
      cursor = next ? (new URLSearchParams(next.split('?')[1]).get('cursor') ?? '') : undefined;
      files += 1;
    } while (cursor !== undefined && files < 10);
    expect(seen).toEqual(Array.from({ length: 10_000 }, (_, index) => 10_000 - index));
    expect(files).toBeGreaterThan(1);
  });
});
