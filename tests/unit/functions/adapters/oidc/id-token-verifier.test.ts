import { createHash } from 'node:crypto';
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type IdTokenVerifier,
  idTokenVerifier,
  MAX_ID_TOKEN_LENGTH,
  profileOfClaims,
} from '../../../../../functions/adapters/oidc/id-token-verifier.ts';
import { limits } from '../../../../../infra/local/http/limits.ts';
import { signed, startProvider } from '../../../../support/jwks-server.ts';

const clientId = 'client';
const now = new Date('2026-11-21T12:00:00Z');
const nowSeconds = now.getTime() / 1_000;

const { server, key, otherKey } = await startProvider();
let verify: IdTokenVerifier;

afterAll(server.stop);

beforeEach(() => {
  server.publish(key);
  verify = idTokenVerifier({ issuer: server.issuer, clientId, requiredSignIn: [] });
});

function claims(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    iss: server.issuer,
    aud: clientId,
    sub: 'auth0|1',
    iat: nowSeconds - 1,
    exp: nowSeconds + 3_600,
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada',
    updated_at: '2026-11-20T00:00:00.000Z',
    nonce: 'n',
    ...changes,
  };
}

function signedPartOf(idToken: string): string {
  return idToken.slice(0, idToken.lastIndexOf('.'));
}

function without(name: string): Record<string, unknown> {
  const { [name]: _left, ...rest } = claims();
  return rest;
}

describe('an ID token that is accepted', () => {
  test('gives the identity, its hash, and the time after which the token is too old', async () => {
    const idToken = await signed(claims(), key);
    expect(await verify(idToken, now)).toEqual({
      ok: true,
      identity: {
        sub: 'auth0|1',
        email: 'ada@example.com',
        email_verified: true,
        name: 'Ada',
        updated_at: '2026-11-20T00:00:00.000Z',
      },
      hash: createHash('sha256').update(signedPartOf(idToken)).digest('hex'),
      forgetAt: new Date((nowSeconds - 1 + 120 + 10) * 1_000),
    });
  });

  test.each([
    ['an audience list of one', { aud: [clientId] }],
    ['several audiences, and us as the authorized party', { aud: [clientId, 'x'], azp: clientId }],
    ['us as the authorized party', { azp: clientId }],
    ['an age of exactly two minutes', { iat: nowSeconds - 120 }],
    ['an exp in a second', { exp: nowSeconds + 1 }],
    ['an iat that is ahead by the tolerance', { iat: nowSeconds + 5 }],
    ['an nbf that has passed', { nbf: nowSeconds }],
    ['unknown claims', { app_metadata: { credits: 1_000_000 }, roles: ['admin'] }],
    ['a sub of 255 characters', { sub: 'a'.repeat(255) }],
  ])('may have %s', async (_what, changes) => {
    expect(await verify(await signed(claims(changes), key), now)).toMatchObject({ ok: true });
  });

  test.each([[{}], [{ typ: 'JWT' }], [{ typ: 'jwt' }], [{ typ: 'application/jwt' }]])(
    'may have the header %j',
    async (header) => {
      expect(await verify(await signed(claims(), key, header), now)).toMatchObject({ ok: true });
    },
  );

  test('has one hash, however its signature is spelled', async () => {
    const idToken = await signed(claims(), key);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spellings = [...alphabet].map((last) => idToken.slice(0, -1) + last);
    const results = await Promise.all([...spellings, `${idToken}==`].map((t) => verify(t, now)));
    const hashes = results.flatMap((result) => (result.ok ? [result.hash] : []));
    expect(hashes.length).toBeGreaterThan(1);
    expect(new Set(hashes).size).toBe(1);
  });

  test('stays refused for its age from the reported time on', async () => {
    const idToken = await signed(claims({ exp: nowSeconds + 30 }), key);
    const verified = await verify(idToken, now);
    const later = verified.ok ? verified.forgetAt : now;
    expect(await verify(idToken, later)).toMatchObject({ ok: false, code: 'token_expired' });
  });
});

describe('an ID token is invalid', () => {
  test.each([
    ['the issuer lacks its slash', () => ({ iss: server.issuer.slice(0, -1) })],
    ['the issuer is another', () => ({ iss: 'https://evil.example/' })],
    ['the issuer only begins like ours', () => ({ iss: `${server.issuer}evil` })],
    ['the issuer is a list', () => ({ iss: [server.issuer] })],
    ['the audience is another', () => ({ aud: 'other' })],
    ['the audience only begins like ours', () => ({ aud: `${clientId}2` })],
    ['the audience is empty', () => ({ aud: [] })],
    ['the audience is several without an authorized party', () => ({ aud: [clientId, 'x'] })],
    ['the authorized party is another', () => ({ azp: 'other' })],
    ['the authorized party is null', () => ({ azp: null })],
    ['nbf is in the future', () => ({ nbf: nowSeconds + 60 })],
    ['iat is in the future', () => ({ iat: nowSeconds + 60 })],
    ['iat is a text', () => ({ iat: String(nowSeconds) })],
    ['exp is a text', () => ({ exp: '2099-01-01' })],
    ['exp is null', () => ({ exp: null })],
    ['nbf is a text', () => ({ nbf: 'now' })],
    ['sub is empty', () => ({ sub: '' })],
    ['sub is a number', () => ({ sub: 1 })],
    ['sub is null', () => ({ sub: null })],
    ['sub is a list', () => ({ sub: ['auth0|1'] })],
    ['sub is longer than 255 characters', () => ({ sub: 'a'.repeat(256) })],
    ['sub is not ASCII', () => ({ sub: 'auth0|\u00e9' })],
    ['sub holds a lone surrogate', () => ({ sub: 'auth0|\ud800' })],
    ['sub holds the replacement character', () => ({ sub: 'auth0|\ufffd' })],
    ['sub holds U+0000', () => ({ sub: 'auth0|\u0000' })],
    ['sub holds a line feed', () => ({ sub: 'auth0|1\n' })],
    ['sub holds U+007F', () => ({ sub: 'auth0|\u007f' })],
  ])('when %s', async (_why, changes) => {
    const idToken = await signed(claims(changes()), key);
    expect(await verify(idToken, now)).toMatchObject({ ok: false, code: 'token_invalid' });
  });

  test.each(['iss', 'aud', 'sub', 'iat', 'exp'])('when %s is missing', async (name) => {
    const idToken = await signed(without(name), key);
    expect(await verify(idToken, now)).toMatchObject({ ok: false, code: 'token_invalid' });
  });

  test.each(['at+jwt', 'logout+jwt', 'secevent+jwt', 'JWE', ''])(
    'when its header says that it is of type %j',
    async (typ) => {
      const idToken = await signed(claims(), key, { typ });
      expect(await verify(idToken, now)).toMatchObject({ ok: false, code: 'token_invalid' });
    },
  );

  test('when its algorithm is none', async () => {
    const idToken = new UnsecuredJWT(claims()).encode();
    expect(await verify(idToken, now)).toMatchObject({ ok: false, code: 'token_invalid' });
  });

  test('when it says none in any case, even with a signature', async () => {
    const [, payload, signature] = (await signed(claims(), key)).split('.');
    for (const alg of ['none', 'None', 'NONE', 'rs256', '', null, 1, ['RS256']]) {
      const header = Buffer.from(JSON.stringify({ alg, kid: key.kid })).toString('base64url');
      const verified = await verify(`${header}.${payload}.${signature}`, now);
      expect(verified).toMatchObject({ ok: false, code: 'token_invalid' });
    }
  });

  test('when it is signed with HS256 and the public key as the secret', async () => {
    const publicKey = await importJWK({ ...key.publicJwk, ext: true }, 'RS256');
    if (publicKey instanceof Uint8Array) throw new Error('An RSA key is no secret.');
    for (const secret of [await exportSPKI(publicKey), JSON.stringify(key.publicJwk)]) {
      const idToken = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: key.kid })
        .sign(new TextEncoder().encode(secret));
      expect(await verify(idToken, now)).toMatchObject({ ok: false, code: 'token_invalid' });
    }
  });

  test('when it is signed with another RSA algorithm of the same key', async () => {
    const jwk = { ...key.publicJwk };
    delete jwk.alg;
    server.answerWith({ status: 200, body: JSON.stringify({ keys: [jwk] }) });
    const [, payload, signature] = (await signed(claims(), key)).split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'PS256', kid: key.kid })).toString(
      'base64url',
    );
    const verified = await verify(`${header}.${payload}.${signature}`, now);
    expect(verified).toMatchObject({ ok: false, code: 'token_invalid' });
  });

  test('when another key signed it under the name of ours', async () => {
    const idToken = await signed(claims(), { ...otherKey, kid: key.kid });
    expect(await verify(idToken, now)).toMatchObject({ ok: false, code: 'token_invalid' });
  });

  test('when it contains its own key', async () => {
    const idToken = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'RS256', kid: 'mine', jwk: otherKey.publicJwk })
      .sign(otherKey.privateKey);
    expect(await verify(idToken, now)).toMatchObject({ ok: false, code: 'token_invalid' });
  });

  test('when it demands an unknown extension', async () => {
    const [, payload, signature] = (await signed(claims(), key)).split('.');
    const header = { alg: 'RS256', kid: key.kid, crit: ['x'], x: 1 };
    const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
    const verified = await verify(`${encoded}.${payload}.${signature}`, now);
    expect(verified).toMatchObject({ ok: false, code: 'token_invalid' });
  });

  test('when it is cut off anywhere', async () => {
    const idToken = await signed(claims(), key);
    for (let length = 0; length < idToken.length; length += 7) {
      const verified = await verify(idToken.slice(0, length), now);
      expect(verified).toMatchObject({ ok: false, code: 'token_invalid' });
    }
  });

  test('when one of its characters is changed', async () => {
    const idToken = await signed(claims(), key);
    for (let at = 0; at < idToken.length - 1; at += 11) {
      const changed = idToken[at] === 'A' ? 'B' : 'A';
      const verified = await verify(idToken.slice(0, at) + changed + idToken.slice(at + 1), now);
      expect(verified).toMatchObject({ ok: false, code: 'token_invalid' });
    }
  });

  test.each([
    ['empty', ''],
    ['a word', 'token'],
    ['dots', '..'],
    ['four parts', 'a.b.c.d'],
    ['not base64url', '!.!.!'],
    ['not ASCII', '水.水.水'],
    ['a header that is no object', `${Buffer.from('[]').toString('base64url')}.e30.AA`],
    ['an encrypted token', 'a.b.c.d.e'],
    ['spaces', ' '.repeat(100)],
  ])('when it is %s', async (_what, idToken) => {
    expect(await verify(idToken, now)).toMatchObject({ ok: false, code: 'token_invalid' });
  });

  test('when API Gateway would accept it but have no room for other headers', async () => {
    const idToken = await signed(claims({ padding: 'a'.repeat(6_500) }), key);
    expect(limits.headerBytes - idToken.length).toBeLessThan(1_500);
    expect(await verify(idToken, now)).toMatchObject({ ok: false, code: 'token_invalid' });
  });

  test('when it is longer than the limit, before anything reads it or fetches the keys', async () => {
    const before = server.requestCount();
    const tooLong = await signed(claims({ padding: 'a'.repeat(MAX_ID_TOKEN_LENGTH) }), key);
    expect(await verify(tooLong, now)).toMatchObject({ ok: false, code: 'token_invalid' });
    const megabyte = 'a'.repeat(1_024 * 1_024);
    expect(await verify(megabyte, now)).toMatchObject({ ok: false, code: 'token_invalid' });
    expect(server.requestCount()).toBe(before);
  });
});

describe('an ID token has expired', () => {
  test.each([
    ['when exp has passed', { exp: nowSeconds - 60 }],
    ['when exp passed a second ago', { exp: nowSeconds - 1 }],
    ['when exp is now', { exp: nowSeconds }],
    ['when exp was zero', { exp: 0 }],
    ['when it is 121 seconds old', { iat: nowSeconds - 121 }],
    ['when it is three minutes old', { iat: nowSeconds - 180 }],
    ['when it is from 1970', { iat: 0 }],
  ])('%s', async (_when, changes) => {
    const idToken = await signed(claims(changes), key);
    expect(await verify(idToken, now)).toMatchObject({ ok: false, code: 'token_expired' });
  });
});

test('a provider whose keys cannot be fetched is unreachable, and is not asked for each token', async () => {
  server.answerWith({ status: 503, body: '' });
  const before = server.requestCount();
  for (const seconds of [0, 1, 9]) {
    const idToken = await signed(claims({ seconds }), key);
    const refused = await verify(idToken, new Date(now.getTime() + seconds * 1_000));
    expect(refused).toMatchObject({
      ok: false,
      code: 'provider_unreachable',
      // For the log: the keys are missing, and why the fetch failed.
      cause: { name: 'KeysUnreachableError', cause: expect.any(Error) },
    });
  }
  expect(server.requestCount()).toBe(before + 1);
  server.publish(key);
  const later = new Date(now.getTime() + 10_000);
  expect(await verify(await signed(claims(), key), later)).toMatchObject({ ok: true });
});

test('no refusal repeats the token or a claim of it', async () => {
  const refused = [
    await signed(claims({ iss: 'https://evil.example/' }), key),
    await signed(claims({ exp: 1 }), key),
    await signed(claims({ sub: '' }), key),
    await signed(claims(), otherKey),
  ];
  for (const idToken of refused) {
    const verified = await verify(idToken, now);
    const detail = verified.ok ? '' : verified.detail;
    expect(detail).not.toBe('');
    expect(detail).not.toMatch(/ada|evil|auth0/i);
    expect(detail).not.toContain(idToken.slice(0, 20));
  }
});

test('every claim of the profile is stored', () => {
  const profile = {
    sub: 'auth0|1',
    email: 'ada@example.com',
    email_verified: false,
    family_name: 'Lovelace',
    given_name: 'Ada',
    locale: 'en',
    name: 'Ada Lovelace',
    nickname: 'ada',
    picture: 'https://pictures.example/ada.png',
    updated_at: '2026-11-21T12:00:00.000Z',
  };
  expect(profileOfClaims(profile)).toEqual(profile);
});

test('claims that do not belong to the profile are dropped', () => {
  const claims = { sub: 'a', app_metadata: { credits: 1_000_000 }, iss: 'x', sid: 'y' };
  expect(profileOfClaims(claims)).toEqual({ sub: 'a' });
});

test('an unusable claim is dropped, and the others stay', () => {
  const unusable = { locale: { language: 'en' }, picture: 'x'.repeat(2_049), nickname: null };
  const named = { sub: 'a', name: 'Ada' };
  expect(profileOfClaims({ ...named, ...unusable })).toEqual(named);
});

test('an address counts as verified only when the claim is true itself', () => {
  expect(profileOfClaims({ sub: 'a', email_verified: 'true' })).toEqual({ sub: 'a' });
  expect(profileOfClaims({ sub: 'a', email_verified: 1 })).toEqual({ sub: 'a' });
});

test.each([
  [1_763_726_400, '2025-11-21T12:00:00.000Z'],
  [0, '1970-01-01T00:00:00.000Z'],
  ['2026-11-21T12:00:00.000Z', '2026-11-21T12:00:00.000Z'],
  [1e300, undefined],
  [Number.NaN, undefined],
  [{}, undefined],
])('an updated_at of %j becomes %j', (updatedAt, expected) => {
  expect(profileOfClaims({ sub: 'a', updated_at: updatedAt })?.updated_at).toBe(expected);
});

test.each([[{}], [{ sub: '' }], [{ sub: 1 }], [{ sub: null }], [{ sub: 'a'.repeat(256) }]])(
  'claims without a usable sub, such as %j, give no identity',
  (claims) => {
    expect(profileOfClaims(claims)).toBeUndefined();
  },
);
