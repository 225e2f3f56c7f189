import { afterEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../../../../src/client/api/call.ts';
import { download } from '../../../../../src/client/api/download.ts';
import { endSession } from '../../../../../src/contract/account.ts';
import { listPurchases, startCheckout } from '../../../../../src/contract/checkout.ts';
import { listEntries } from '../../../../../src/contract/entries.ts';
import { exportUser } from '../../../../../src/contract/export.ts';
import { releaseHold } from '../../../../../src/contract/holds.ts';
import { readUsage } from '../../../../../src/contract/usage.ts';

function answering(answer: () => Promise<Response>) {
  const fetching = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetching);
  return fetching;
}

afterEach(() => vi.unstubAllGlobals());

const problem = { type: '/problems/', title: 'T', status: 404, detail: 'D', requestId: 'r' };

describe('a call', () => {
  it('returns the answer of the route’s schema', async () => {
    answering(async () => Response.json({ purchases: [], next: null }));
    expect(await call(listPurchases)).toEqual({ ok: true, value: { purchases: [], next: null } });
  });

  it('returns nothing where the route answers nothing', async () => {
    const fetching = answering(async () => new Response(null, { status: 204 }));
    const outcome = await call(endSession, { params: { id: 'a/b' } });
    expect(outcome).toEqual({ ok: true, value: undefined });
    expect(fetching.mock.calls[0]?.[0]).toBe('/api/user/sessions/a%2Fb');
    expect(fetching.mock.calls[0]?.[1].method).toBe('DELETE');
  });

  it('sends the given part of its query', async () => {
    const fetching = answering(async () => Response.json({ entries: [], next: null }));
    await call(listEntries, { query: { cursor: undefined, kind: 'hold,capture' } });
    await call(listEntries, { query: { cursor: undefined } });
    expect(fetching.mock.calls.map(([path]) => path)).toEqual([
      '/api/credits/entries?kind=hold%2Ccapture',
      '/api/credits/entries',
    ]);
  });

  it('has the input of its route, or does not compile', async () => {
    const fetching = answering(async () => Response.json({}));
    // @ts-expect-error: the address of a session has its id.
    await expect(call(endSession)).rejects.toThrow('A call of endSession says no id.');
    // @ts-expect-error: so has a hold’s.
    await expect(call(releaseHold, { body: {} })).rejects.toThrow(TypeError);
    // @ts-expect-error: use is counted by day, week or month.
    expect(await call(readUsage, { query: { by: 'year' } })).toMatchObject({ ok: false });
    // @ts-expect-error: entries are not looked for by that.
    expect(await call(listEntries, { query: { colour: 'red' } })).toMatchObject({ ok: false });
    // @ts-expect-error: what is bought is a pack.
    expect(await call(startCheckout, { body: {} })).toMatchObject({ ok: false });
    expect(fetching).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['refused', async () => Response.json({ ...problem, code: 'not_found' }, { status: 404 })],
    ['malformed', async () => new Response('<html>', { status: 502 })],
    ['malformed', async () => Response.json({ purchases: 'many' })],
    ['unreachable', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is %s without a usable answer', async (kind, answer) => {
    answering(answer);
    expect(await call(listPurchases)).toMatchObject({ ok: false, kind });
  });
});

describe('a download', () => {
  it('asks for CSV and returns it unchanged', async () => {
    const fetching = answering(async () => new Response('No.,Kind\r\n'));
    const outcome = await download(listEntries, { query: { kind: 'expire' } });
    expect(outcome.ok && (await outcome.value.text())).toBe('No.,Kind\r\n');
    expect(fetching.mock.calls[0]?.[0]).toBe('/api/credits/entries?kind=expire');
    expect(fetching.mock.calls[0]?.[1].headers).toMatchObject({ accept: 'text/csv' });
  });

  it('is no file when it is refused', async () => {
    answering(async () => Response.json({ ...problem, code: 'internal' }, { status: 500 }));
    expect(await download(exportUser, {})).toMatchObject({ ok: false, kind: 'refused' });
  });
});
