import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { forAccessToken } from '../../../../functions/callers/for-access-token.ts';
import {
  forService,
  type ServiceHandler,
  serviceKeyHash,
} from '../../../../functions/callers/for-service.ts';
import {
  forIdTokenOrSession,
  forSession,
  type IdTokenHandler,
  type SessionHandler,
} from '../../../../functions/callers/for-session.ts';
import type { Env } from '../../../../functions/env.ts';
import type { Reply } from '../../../../functions/http/handler.ts';
import { refuseFailures } from '../../../../functions/runs/run-refusal.ts';
import { streamOf } from '../../../../infra/local/http/read-request.ts';
import { saveUser } from '../../../../src/contract/auth.ts';
import { startCheckout } from '../../../../src/contract/checkout.ts';
import { listEntries } from '../../../../src/contract/entries.ts';
import { startRun } from '../../../../src/contract/flows.ts';
import { holdCredits } from '../../../../src/contract/holds.ts';
import { type LimitName, limits, sharedBucket } from '../../../../src/contract/limits.ts';
import { packs } from '../../../../src/contract/prices.ts';
import { call, type EventParts, ownHeaders, siteOrigin } from '../../../support/api-event.ts';
import { edgeOf } from '../../../support/edge.ts';
import { memoryBuckets } from '../../../support/memory-buckets.ts';
import {
  account,
  memorySessions,
  now,
  storedSession,
  tokenOf,
  user,
} from '../../../support/memory-stores.ts';

/** These handlers need no dependencies. */
const nothing = () => ({});

const cookieOf = (letter: string) => `__Host-session=${tokenOf(letter)}`;

/** The letters of sessions of so many people; `A` and `E` are two of one person. */
const people = [...'IMQUYcgkosw048'];

const sessions = memorySessions({
  [tokenOf('A')]: storedSession(),
  [tokenOf('E')]: storedSession({ id: 'session-2' }),
  ...Object.fromEntries(
    people.map((letter) => [
      tokenOf(letter),
      storedSession({ id: letter, account: { ...account, walletId: letter } }),
    ]),
  ),
});

const saved = { status: 200, body: { response: user } } as const;
const saving: IdTokenHandler<typeof saveUser, object> = () => saved;
const started = { status: 200, body: { url: 'https://a.example/' } } as const;
const starting: SessionHandler<typeof startCheckout, object> = () => started;
const listing: SessionHandler<typeof listEntries, object> = ({ headers }) =>
  headers.accept === 'text/csv'
    ? { status: 200, csv: { name: 'entries.csv', rows: [] } }
    : { status: 200, body: { entries: [], next: null } };

const withToken = { ...ownHeaders, authorization: 'Bearer a.b.c' };
const saveCall = (parts: EventParts = {}): EventParts => ({
  method: 'POST',
  headers: withToken,
  body: '{"sub":"a"}',
  ...parts,
});

const checkoutCall = (letter: string): EventParts => ({
  method: 'POST',
  headers: ownHeaders,
  cookies: [cookieOf(letter)],
  body: JSON.stringify({ pack: packs[0].id }),
});

/** Functions that share one set of buckets, with a clock that the test sets. */
function functions(settings: Partial<Env> = {}) {
  const buckets = memoryBuckets();
  let at = now;
  const plain = edgeOf().edge;
  const { edge, lines } = edgeOf({ now: () => at, env: () => ({ ...plain.env(), ...settings }) });
  const stores = () => ({ sessions, buckets });
  return {
    buckets,
    lines,
    pass: (ms: number) => {
      at = new Date(at.getTime() + ms);
    },
    save: forIdTokenOrSession(saveUser, saving, nothing, stores, edge),
    startCheckout: forSession(startCheckout, starting, nothing, stores, edge),
    listEntries: forSession(listEntries, listing, nothing, stores, edge),
  };
}

/** The statuses of as many calls as the burst of a limit, each status once. */
async function callBurst(limit: LimitName, call: () => Promise<{ readonly status: number }>) {
  const statuses = new Set<number>();
  for (let count = 0; count < limits[limit].burstCalls; count += 1) {
    statuses.add((await call()).status);
  }
  return [...statuses];
}

describe('a call beyond the limit', () => {
  test('is refused with the wait until the next call passes, and passes then', async () => {
    const { save, pass, lines } = functions();
    expect(await callBurst('ceremony', () => call(save, saveCall()))).toEqual([200]);
    const refused = await call(save, saveCall());
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'retry-after': '1',
      'ratelimit-policy': '"ceremony";q=300;w=300',
      ratelimit: '"ceremony";r=0;t=1',
    });
    expect(JSON.parse(refused.body ?? '')).toMatchObject({
      code: 'rate_limited',
      detail: 'Wait 1 s and call again. 300 calls may come at once, and then one every 1000 ms.',
    });
    expect(lines.at(-1)).toMatchObject({ status: 429, code: 'rate_limited' });
    pass(999);
    expect((await call(save, saveCall())).status).toBe(429);
    pass(1);
    expect((await call(save, saveCall())).status).toBe(200);
  });

  test('never reaches the handler', async () => {
    let handled = 0;
    const counting: IdTokenHandler<typeof saveUser, object> = () => {
      handled += 1;
      return { status: 200, body: { response: user } };
    };
    const stores = () => ({ sessions, buckets: { consume: async () => 1, peek: async () => 1 } });
    const { edge } = edgeOf();
    const handler = forIdTokenOrSession(saveUser, counting, nothing, stores, edge);
    const answer = await call(handler, saveCall());
    expect(answer.status).toBe(429);
    expect(handled).toBe(0);
  });

  test('of one session is one too many in the person’s other sessions too', async () => {
    const { startCheckout } = functions();
    expect(await callBurst('change', () => call(startCheckout, checkoutCall('A')))).toEqual([200]);
    expect((await call(startCheckout, checkoutCall('E'))).status).toBe(429);
    expect((await call(startCheckout, checkoutCall('I'))).status).toBe(200);
  });

  test('of a crowd behind one address is refused, and takes nothing while its own bucket refuses', async () => {
    const { listEntries, pass } = functions();
    const { burstCalls } = limits.download;
    const shared = sharedBucket(limits.download);
    const download = (letter: string, sourceIp: string) =>
      call(listEntries, { headers: { accept: 'text/csv' }, cookies: [cookieOf(letter)], sourceIp });
    const crowd = people.slice(0, shared.burstCalls / burstCalls);
    for (const letter of crowd) {
      await callBurst('download', () => download(letter, '198.51.100.7'));
      expect((await download(letter, '198.51.100.7')).status).toBe(429);
    }
    const [latecomer = ''] = people.slice(crowd.length);
    const refused = await download(latecomer, '198.51.100.7');
    expect(refused.headers).toMatchObject({ ratelimit: '"download-shared";r=0;t=1' });
    expect((await download(latecomer, '198.51.100.8')).status).toBe(200);
    pass(shared.refillMs);
    expect((await download(latecomer, '198.51.100.7')).status).toBe(200);
  });

  test('of one kind leaves the other kinds of the same session alone', async () => {
    const { listEntries, startCheckout } = functions();
    const download = () =>
      call(listEntries, { headers: { accept: 'text/csv' }, cookies: [cookieOf('A')] });
    await callBurst('download', download);
    expect((await download()).status).toBe(429);
    expect((await call(startCheckout, checkoutCall('A'))).status).toBe(200);
  });
});

describe('the limit', () => {
  test.each<[string, EventParts, number, number]>([
    ['a call in order', {}, 200, 1],
    ['a call from another page', { headers: { origin: 'https://evil.example' } }, 403, 0],
    ['a call with a bad body', { body: '{}' }, 422, 1],
    ['a call without a session', { headers: ownHeaders }, 401, 0],
  ])('counts %s, or not', async (_, parts, status, counted) => {
    const { save, buckets } = functions();
    expect((await call(save, saveCall(parts))).status).toBe(status);
    expect(buckets.fullAt.size).toBe(counted);
  });

  test('is answered before the body is read, which one within the limit is not', async () => {
    const { save } = functions();
    const asked = vi.fn(() => Buffer.from('{"sub":"a"}'));
    const { method = 'POST', headers = {} } = saveCall();
    const late = () => {
      const body = streamOf(
        Readable.from(
          (function* () {
            yield asked();
          })(),
        ),
      );
      const init = { method, headers, body, duplex: 'half' };
      return save(new Request(siteOrigin, init), {
        requestId: 'request-1',
        sourceAddress: '192.0.2.1',
      });
    };
    expect(await callBurst('ceremony', late)).not.toContain(429);
    expect(asked).toHaveBeenCalledTimes(limits.ceremony.burstCalls);
    expect((await late()).status).toBe(429);
    expect(asked).toHaveBeenCalledTimes(limits.ceremony.burstCalls);
  });

  test('of a route with files counts the files, not the pages', async () => {
    const { listEntries, buckets } = functions();
    const get = (accept: string) =>
      call(listEntries, { headers: { accept }, cookies: [cookieOf('A')] });
    expect((await get('application/json')).status).toBe(200);
    expect(buckets.fullAt.size).toBe(0);
    expect(await callBurst('download', () => get('text/csv'))).toEqual([200]);
    const refused = await get('text/csv');
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '6' } });
    expect((await get('application/json')).status).toBe(200);
  });

  test('counts each service key by itself', async () => {
    const buckets = memoryBuckets();
    const tokens = ['x', 'y'].map((letter) => `mrk_${letter.repeat(43)}`);
    const serviceKeys = {
      find: async (hash: string) => {
        const id = String(tokens.findIndex((token) => serviceKeyHash(token) === hash));
        return { id, name: 'billing', scopes: ['holds'] as const };
      },
    };
    const unknown = { ok: false, code: 'user_not_found', detail: 'x' } as const;
    const refuse: ServiceHandler<typeof holdCredits, object> = () => unknown;
    const stores = () => ({ serviceKeys, buckets });
    const hold = forService(holdCredits, refuse, nothing, stores, edgeOf().edge);
    for (const token of [...tokens, ...tokens]) {
      const key = { authorization: `Bearer ${token}`, 'idempotency-key': 'a' };
      const headers = { ...key, 'content-type': 'application/json' };
      await call(hold, { method: 'POST', headers, body: '{"sub":"a","amount":1}' });
    }
    const twice = new Date(now.getTime() + 2 * limits.service.refillMs);
    expect([...buckets.fullAt.values()]).toEqual([twice, twice]);
  });

  test('stores only a keyed hash, from which nobody can find an address', async () => {
    const [one, other] = [functions(), functions({ trialKeySecret: 'e'.repeat(32) })];
    await call(one.save, saveCall());
    await call(other.save, saveCall());
    const keys = [...one.buckets.fullAt.keys(), ...other.buckets.fullAt.keys()];
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(key).toMatch(/^[\da-f]{64}$/);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test('counts the address before the proxy, where the settings trust its header', async () => {
    const told = (address: string) =>
      saveCall({
        headers: { ...withToken, 'cloudfront-viewer-address': address },
      });
    const trusting = functions({ viewerAddressHeader: 'cloudfront-viewer-address' });
    const other = functions();
    for (const { save } of [trusting, other]) {
      await call(save, told('198.51.100.7:1000'));
      await call(save, told('198.51.100.7:2000'));
      await call(save, told('198.51.100.8:1000'));
    }
    expect(trusting.buckets.fullAt.size).toBe(2);
    expect(other.buckets.fullAt.size).toBe(1);
  });
});

describe('runs that fail', () => {
  /** The function of runs, for a user whose runs all fail. */
  function runs(isReplayed = false, reply?: Reply<typeof startRun>) {
    const buckets = memoryBuckets();
    let handled = 0;
    const run = forAccessToken(
      startRun,
      ({ language }) => {
        handled += 1;
        const failed = { ok: false, code: 'run_failed', detail: language } as const;
        return reply ?? { ...failed, replayed: isReplayed };
      },
      nothing,
      {
        stores: () => ({
          verify: async () => ({ ok: true, sub: account.profile.sub, sid: 'session-1' }),
          sessions: { findById: async () => storedSession() },
          keys: { find: async () => undefined },
          buckets,
        }),
        edge: edgeOf().edge,
        refuseFailures,
      },
    );
    const headers = {
      authorization: 'Bearer a.b.c',
      'content-type': 'application/json',
      'idempotency-key': 'a',
    };
    const start = (body: string, language = 'en') => {
      const sent = { ...headers, 'accept-language': language };
      const parts = { method: 'POST', path: '/flows/echo/runs', headers: sent, body };
      return call(run, parts, { id: 'echo' });
    };
    return { start, handled: () => handled };
  }

  test('stop the next one before its body is read, and say when to go on', async () => {
    const { start, handled } = runs();
    const { burstCalls } = limits.run.failures;
    for (let count = 0; count < burstCalls; count += 1) {
      expect((await start('{"input":{}}')).status).toBe(500);
    }
    const refused = await start('not JSON');
    expect(refused.status).toBe(429);
    const ratelimit = '"run-failures";r=0;t=60';
    expect(refused.headers).toMatchObject({ 'retry-after': '60', ratelimit });
    expect(JSON.parse(refused.body ?? '')).toMatchObject({
      code: 'too_many_failed_runs',
      detail: expect.stringContaining('Wait 60 s'),
    });
    const chinese = await start('not JSON', 'zh');
    expect(JSON.parse(chinese.body ?? '').detail).toContain('60 秒');
    expect(handled()).toBe(burstCalls);
  });

  test('are counted for each item of a list once it is done, so that it can be done', async () => {
    const { burstCalls } = limits.run.failures;
    const begun = { id: '0195f0a0-0000-7000-8000-0000000000c1', flow: 'echo', credits: 2 };
    const times = { startedAt: now.toISOString(), keptUntil: now.toISOString() };
    const progress = { done: burstCalls, of: burstCalls + 1, refused: [burstCalls] };
    const paused = { ...begun, ...times, status: 'running', progress } as const;
    const goingOn = runs(false, { status: 202, body: paused, cause: new Error('broken') });
    for (let count = 0; count <= burstCalls; count += 1) {
      expect((await goingOn.start('{"input":{}}')).status).toBe(202);
    }
    const failed = { ok: false, code: 'run_failed', detail: 'All failed.' } as const;
    const ended = runs(false, { ...failed, unpaidItems: burstCalls });
    expect((await ended.start('{"input":{}}')).status).toBe(500);
    expect((await ended.start('{"input":{}}')).status).toBe(429);
  });

  test('are not counted again when their answer is repeated', async () => {
    const { start } = runs(true);
    for (let count = 0; count <= limits.run.failures.burstCalls; count += 1) {
      expect((await start('{"input":{}}')).status).toBe(500);
    }
  });
});
