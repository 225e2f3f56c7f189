import { afterEach, describe, expect, test, vi } from 'vitest';
import { call } from '../../../../../src/client/api/call.ts';
import { send } from '../../../../../src/client/api/send.ts';
import { endSession } from '../../../../../src/contract/account.ts';
import { listPurchases, startCheckout } from '../../../../../src/contract/checkout.ts';

const problem = {
  type: '',
  title: '',
  status: 429,
  code: 'rate_limited',
  detail: '',
  requestId: 'r',
};

/** The result of a call with this answer. */
function outcomeOf(answer: Response) {
  vi.stubGlobal('fetch', async () => answer);
  return send(startCheckout, 'application/json', {});
}

afterEach(() => vi.unstubAllGlobals());

describe('a call that is refused', () => {
  test.each([
    ['6', { retryAfterSeconds: 6 }],
    ['0', { retryAfterSeconds: 0 }],
    ['', {}],
    ['-1', {}],
    ['1.5', {}],
    ['9'.repeat(10), {}],
    ['Sat, 21 Nov 2026 12:00:00 GMT', {}],
  ])('with Retry-After %j says %j', async (value, wait) => {
    const answer = Response.json(problem, { status: 429, headers: { 'retry-after': value } });
    expect(await outcomeOf(answer)).toEqual({ ok: false, kind: 'refused', problem, ...wait });
  });

  test('without Retry-After gives no time', async () => {
    const outcome = await outcomeOf(Response.json(problem, { status: 429 }));
    expect(outcome).toEqual({ ok: false, kind: 'refused', problem });
  });

  test('without one of our problems is malformed', async () => {
    const answer = new Response('<html>', { status: 429, headers: { 'retry-after': '6' } });
    expect(await outcomeOf(answer)).toEqual({ ok: false, kind: 'malformed' });
  });
});

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

test.each([
  ['lacks a value for its path', () => send(endSession, 'application/json', {})],
  ['has a body that is no JSON', () => send(startCheckout, 'application/json', { body: cyclic })],
])(
  'a call that cannot be made is a bug when it %s, and not a fault of the network',
  async (_, sending) => {
    vi.stubGlobal('fetch', async () => Response.json({}));
    await expect(sending()).rejects.toThrow(TypeError);
  },
);

describe('an answer', () => {
  /** An answer whose body breaks off. */
  const broken = (status: number) =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.error(new TypeError('network error')),
      }),
      { status },
    );

  test.each([200, 429])('of %i that breaks off counts as no answer', async (status) => {
    vi.stubGlobal('fetch', async () => broken(status));
    expect(await call(listPurchases)).toEqual({ ok: false, kind: 'unreachable' });
  });
});
