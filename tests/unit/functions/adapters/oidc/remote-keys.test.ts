import { errors } from 'jose';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  KeysUnreachableError,
  remoteKeys,
} from '../../../../../functions/adapters/oidc/remote-keys.ts';
import {
  type JwksAnswer,
  type JwksServer,
  startJwksServer,
  startProvider,
} from '../../../../support/jwks-server.ts';

const { server, key, otherKey } = await startProvider();
let find: (kid: string, seconds?: number) => Promise<CryptoKey>;
let requestsBefore: number;

afterAll(server.stop);

beforeEach(() => {
  server.publish(key);
  find = finder(server);
  requestsBefore = server.requestCount();
});

/** Looks for a key at so many seconds after the first moment of the test. */
function finder({ issuer }: JwksServer): typeof find {
  const findKey = remoteKeys(new URL('.well-known/jwks.json', issuer));
  const start = Date.parse('2026-11-21T12:00:00Z');
  return (kid, seconds = 0) => {
    const now = new Date(start + seconds * 1_000);
    return findKey(now, { alg: 'RS256', kid }, { payload: '', signature: '' });
  };
}

function requests(): number {
  return server.requestCount() - requestsBefore;
}

const broken: JwksAnswer = { status: 503, body: '' };

describe('a key', () => {
  test('is fetched once for many tokens, at once and later', async () => {
    const found = await Promise.all([find('first'), find('first'), find('first')]);
    found.push(await find('first', 599));
    expect(found.map(({ type }) => type)).toEqual(['public', 'public', 'public', 'public']);
    expect(requests()).toBe(1);
  });

  test('that is unknown does not cause a fetch each time', async () => {
    await find('first');
    for (const seconds of [0, 1, 29]) {
      const looking = find(`unknown-${seconds}`, seconds);
      await expect(looking).rejects.toThrow(errors.JWKSNoMatchingKey);
    }
    expect(requests()).toBe(1);
  });

  test('that is new is found half a minute after the last fetch', async () => {
    await find('first');
    server.publish(key, otherKey);
    await expect(find('second', 29)).rejects.toThrow(errors.JWKSNoMatchingKey);
    expect(await find('second', 30)).toMatchObject({ type: 'public' });
    expect(requests()).toBe(2);
  });

  test('that the provider has withdrawn is forgotten after ten minutes', async () => {
    await find('first');
    server.publish(otherKey);
    await expect(find('first', 600)).rejects.toThrow(errors.JWKSNoMatchingKey);
  });

  test('that is new is found after the clock was put back', async () => {
    await find('first', 40 * 86_400);
    server.publish(key, otherKey);
    expect(await find('second')).toMatchObject({ type: 'public' });
  });

  test('that matches two keys is refused', async () => {
    server.publish(key, { ...otherKey, publicJwk: { ...otherKey.publicJwk, kid: key.kid } });
    await expect(find('first')).rejects.toThrow(errors.JWKSMultipleMatchingKeys);
  });

  test.each([
    ['is none', '{"keys": [{"kty": "RSA", "kid": "first", "n": "!", "e": "AQAB"}]}'],
    [
      'is a byte shorter than RS256 allows',
      `{"keys": [{"kty": "RSA", "kid": "first", "n": "${'3q2_'.repeat(85)}", "e": "AQAB"}]}`,
    ],
  ])('that %s is a fault of the provider, and leaves other keys usable', async (...row) => {
    const [, body] = row;
    const { keys } = JSON.parse(body);
    server.answerWith({
      status: 200,
      body: JSON.stringify({ keys: [...keys, otherKey.publicJwk] }),
    });
    await expect(find('first')).rejects.toThrow(KeysUnreachableError);
    expect(await find('second')).toMatchObject({ type: 'public' });
    expect(requests()).toBe(1);
  });
});

describe('a provider', () => {
  test.each([
    ['an error', { status: 500, body: '{}' }],
    ['a redirect', { status: 302, body: '' }],
    ['nothing', { status: 200, body: '' }],
    ['a page', { status: 200, body: '<!doctype html>' }],
    ['JSON that is no key set', { status: 200, body: '[1, 2]' }],
    ['keys that are no objects', { status: 200, body: '{"keys": ["a", null]}' }],
    ['more than the limit', { status: 200, body: `{"keys": [], "x": "${'a'.repeat(70_000)}"}` }],
  ])('that answers %s gets no request for ten seconds', async (_what, answer) => {
    server.answerWith(answer);
    for (const seconds of [0, 0, 1, 9.999]) {
      await expect(find('first', seconds)).rejects.toThrow(KeysUnreachableError);
    }
    expect(requests()).toBe(1);
    server.publish(key);
    expect(await find('first', 10)).toMatchObject({ type: 'public' });
  });

  test('that failed before the clock was put back is asked again', async () => {
    server.answerWith(broken);
    await expect(find('first', 40 * 86_400)).rejects.toThrow(KeysUnreachableError);
    server.publish(key);
    expect(await find('first')).toMatchObject({ type: 'public' });
  });

  test('that fails gets one request for all parallel callers', async () => {
    server.answerWith(broken);
    const found = await Promise.allSettled(Array.from({ length: 10 }, () => find('first')));
    expect(found.every(({ status }) => status === 'rejected')).toBe(true);
    expect(requests()).toBe(1);
  });

  test('that is down gets no further requests either', async () => {
    const down = await startJwksServer();
    await down.stop();
    const lost = finder(down);
    await expect(lost('first')).rejects.toThrow(KeysUnreachableError);
    await expect(lost('first', 1)).rejects.toThrow(KeysUnreachableError);
  });

  test('that fails leaves the known keys usable, and gets no request for each unknown key', async () => {
    await find('first');
    server.answerWith(broken);
    for (const seconds of [30, 31, 39]) {
      await expect(find('unknown', seconds)).rejects.toThrow(KeysUnreachableError);
      expect(await find('first', seconds)).toMatchObject({ type: 'public' });
    }
    expect(requests()).toBe(2);
    await expect(find('unknown', 40)).rejects.toThrow(KeysUnreachableError);
    expect(requests()).toBe(3);
  });
});
