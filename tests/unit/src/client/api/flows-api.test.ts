import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AccessTokens } from '../../../../../src/client/api/access-tokens.ts';
import { flowsApi } from '../../../../../src/client/api/flows-api.ts';
import { quoteRun, startRun } from '../../../../../src/contract/flows.ts';

const other = { origin: 'https://flows.example', language: 'zh' } as const;
const problem = { type: '', title: '', detail: '', requestId: 'r' };
const refusing = (status: number, code: string) => () =>
  Response.json({ ...problem, status, code }, { status });

/** An API that gives these answers in turn, with tokens that count themselves. */
function answering(...answers: readonly (() => Response)[]) {
  const left = [...answers];
  const fetching = vi.fn(async (_url: string, _init: RequestInit) =>
    (left.shift() ?? refusing(500, 'internal'))(),
  );
  vi.stubGlobal('fetch', fetching);
  let given = 1;
  const tokens: AccessTokens = {
    get: async () => ({ ok: true, value: `token-${given}` }),
    forget: () => {
      given += 1;
    },
  };
  return { api: flowsApi(other, tokens), calls: fetching.mock.calls };
}

afterEach(() => vi.unstubAllGlobals());

const quote = { flow: 'social-card', credits: 2 };
const ask = { params: { id: 'social-card' }, body: { input: {} } };

describe('the flows API', () => {
  test('fetches the list from its own origin, in the language of the page, without a token', async () => {
    const { api, calls } = answering(() => Response.json([]));
    expect(await api.list()).toEqual({ ok: true, value: [] });
    expect(calls[0]?.[0]).toBe('https://flows.example/flows');
    expect(calls[0]?.[1].headers).toEqual({ accept: 'application/json', 'accept-language': 'zh' });
  });

  test('gets the token and the key, and no header that CORS does not allow', async () => {
    const { api, calls } = answering(refusing(409, 'run_in_progress'));
    expect(await api.call(startRun, { ...ask, idempotencyKey: 'k' })).toMatchObject({
      ok: false,
      kind: 'refused',
    });
    expect(Object.keys(calls[0]?.[1].headers ?? {}).sort()).toEqual([
      'accept',
      'accept-language',
      'authorization',
      'content-type',
      'idempotency-key',
    ]);
  });

  test('is called once more with a new token when the first is refused', async () => {
    const { api, calls } = answering(refusing(401, 'access_token_invalid'), () =>
      Response.json(quote),
    );
    expect(await api.call(quoteRun, ask)).toMatchObject({ ok: true });
    expect(calls.map(([, { headers }]) => new Headers(headers).get('authorization'))).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  test('is not called a third time', async () => {
    const twice = refusing(401, 'access_token_invalid');
    const { api, calls } = answering(twice, twice);
    expect(await api.call(quoteRun, ask)).toMatchObject({ ok: false, kind: 'refused' });
    expect(calls).toHaveLength(2);
  });

  test('reports missing credits in numbers', async () => {
    const { api } = answering(() =>
      Response.json(
        { ...problem, status: 402, code: 'credits_insufficient', available: 1, required: 2 },
        { status: 402 },
      ),
    );
    expect(await api.call(startRun, { ...ask, idempotencyKey: 'k' })).toMatchObject({
      problem: { available: 1, required: 2 },
    });
  });

  test('returns the files of a result unchanged', async () => {
    const { api, calls } = answering(() => new Response('bytes'));
    const outcome = await api.file('019a0000-0000-7000-8000-000000000001', 'card.png');
    expect(outcome.ok && (await outcome.value.text())).toBe('bytes');
    expect(calls[0]?.[0]).toBe(
      'https://flows.example/runs/019a0000-0000-7000-8000-000000000001/files/card.png',
    );
  });

  test('is no longer waited for when the caller has left', async () => {
    vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
      signal?.throwIfAborted();
      return new Promise<never>(() => undefined);
    });
    const api = flowsApi(other, {
      get: async () => ({ ok: true, value: 'token' }),
      forget: () => undefined,
    });
    const outcome = await api.call(quoteRun, { ...ask, signal: AbortSignal.abort() });
    expect(outcome).toEqual({ ok: false, kind: 'unreachable' });
  });
});
