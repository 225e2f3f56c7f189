import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Ceremony, ceremony } from '../../../../../src/client/auth/ceremony.ts';
import { stubStorage } from '../../../../support/browser-storage.ts';

beforeEach(() => {
  stubStorage('sessionStorage');
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('location', new URL('http://localhost:4321/signin/'));
  vi.stubGlobal('document', { cookie: '' });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A sign-in that has begun, and the address with which the provider answers it. */
async function begun(): Promise<{ readonly begun: Ceremony; readonly answer: string }> {
  const asked: string[] = [];
  const begun = ceremony({
    domain: 'tenant.example',
    clientId: 'client',
    redirectUri: 'http://localhost:4321/signin/',
    language: 'en',
    open: (url) => void asked.push(url),
  });
  await begun.begin(false);
  const state = new URL(asked[0] ?? '').searchParams.get('state') ?? '';
  return {
    begun,
    answer: `http://localhost:4321/signin/?code=c&${new URLSearchParams({ state })}`,
  };
}

const json = (status: number, body: object) => async () => Response.json(body, { status });

test.each<[string, () => Promise<Response>, string]>([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
  ['answers too late', () => new Promise(() => {}), 'unreachable'],
  ['has a proxy that fails', async () => new Response('<h1>', { status: 502 }), 'unreachable'],
  ['is down', json(503, { message: 'Service Unavailable' }), 'unreachable'],
  ['has too many calls', json(429, { error: 'too_many_requests' }), 'unreachable'],
  ['refuses the code', json(403, { error: 'invalid_grant' }), 'failed'],
  ['returns no ID token', json(200, { access_token: 'a' }), 'failed'],
  ['returns another ID token', json(200, { id_token: 'e30.e30.e30' }), 'failed'],
])('a provider that %s when the code is exchanged', async (_what, reply, kind) => {
  const { begun: ceremony, answer } = await begun();
  vi.stubGlobal('fetch', reply);
  vi.useFakeTimers();
  const result = ceremony.complete(answer);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toEqual({ ok: false, kind });
});

test('an answer to another sign-in, or to none, does not match', async () => {
  const { begun: ceremony, answer } = await begun();
  const mismatch = { ok: false, kind: 'mismatch' };
  expect(await ceremony.complete(answer.replace('state=', 'state=x'))).toEqual(mismatch);
  expect(await ceremony.complete(answer)).toEqual(mismatch);
});
