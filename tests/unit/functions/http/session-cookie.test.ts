import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  beginSession,
  clearHint,
  clearSession,
  isSessionToken,
  namedSessions,
  newSessionToken,
  readSessionCookie,
  sessionTokenHash,
} from '../../../../functions/http/session-cookie.ts';
import { now, tokenOf } from '../../../support/memory-stores.ts';

const https = 'https://www.example.com';
const local = 'http://localhost:4321';
const token = tokenOf('A');
const expiresAt = new Date(now.getTime() + 7 * 24 * 60 * 60 * 1_000);

describe('reading', () => {
  test.each([
    [https, [`__Host-session=${token}`]],
    [https, ['signed_in=1', `__Host-session=${token}`, 'theme=dark']],
    [https, [` __Host-session=${token} `]],
    [https, [`session=other`, `__Host-session=${token}`]],
    [local, [`session=${token}`]],
    ['http://127.0.0.1:4321', [`session=${token}`]],
  ])('at %s, %j hold a session token', (origin, cookies) => {
    const found = readSessionCookie(cookies, origin);
    expect(found).toEqual({ kind: 'token', tokenHash: sessionTokenHash(token) });
  });

  test.each([
    [https, []],
    [https, ['signed_in=1']],
    [https, [`session=${token}`]],
    [https, [`__host-session=${token}`]],
    [https, [`__Host-session2=${token}`]],
    [https, [`x__Host-session=${token}`]],
    [https, ['__Host-session']],
    [local, [`__Host-session=${token}`]],
  ])('at %s, %j hold no session cookie', (origin, cookies) => {
    expect(readSessionCookie(cookies, origin)).toEqual({ kind: 'absent' });
  });

  test.each([
    ['empty', ['__Host-session=']],
    ['too short', [`__Host-session=${token.slice(1)}`]],
    ['too long', [`__Host-session=${token}A`]],
    ['far too long', [`__Host-session=${'A'.repeat(1_000_000)}`]],
    ['quoted', [`__Host-session="${token}"`]],
    ['percent-encoded', [`__Host-session=%41${token.slice(1)}`]],
    ['not base64url', [`__Host-session=${token.slice(1)}+`]],
  ])('a session cookie that is %s is unusable, and names no session', (_what, cookies) => {
    expect(readSessionCookie(cookies, https)).toEqual({ kind: 'unusable', tokenHashes: [] });
  });

  test.each([
    ['twice', ['A', 'E'], ['A', 'E']],
    ['twice alike', ['A', 'A'], ['A']],
    ['twice, once empty', ['', 'A'], ['A']],
    ['twice, once malformed', ['A', 'x'], ['A']],
    ['twice, both malformed', ['x', 'y'], []],
    ['six times', ['A', 'E', 'I', 'M', 'Q', 'U'], ['A', 'E', 'I', 'M']],
  ])('a session cookie that is sent %s is unusable, and names up to four sessions', (...row) => {
    const [, sent, named] = row;
    const cookies = sent.map(
      (letter) => `__Host-session=${/[A-Z]/.test(letter) ? tokenOf(letter) : letter}`,
    );
    const tokenHashes = named.map((letter) => sessionTokenHash(tokenOf(letter)));
    const found = readSessionCookie(cookies, https);
    expect(found).toEqual({ kind: 'unusable', tokenHashes });
    expect(namedSessions(found)).toEqual(tokenHashes);
  });

  test('a session cookie that is sent once names its session, and no cookie names none', () => {
    const once = readSessionCookie([`__Host-session=${token}`], https);
    expect(namedSessions(once)).toEqual([sessionTokenHash(token)]);
    expect(namedSessions({ kind: 'absent' })).toEqual([]);
  });
});

describe('writing', () => {
  test('a session begins with a Secure, HttpOnly host cookie and a readable hint', () => {
    expect(beginSession({ token, expiresAt }, https, now)).toEqual([
      `__Host-session=${token}; Path=/; Max-Age=604800; SameSite=Lax; Secure; HttpOnly`,
      'signed_in=1; Path=/; Max-Age=604800; SameSite=Lax; Secure',
    ]);
  });

  test('over plain http on this machine the cookies are neither Secure nor prefixed', () => {
    expect(beginSession({ token, expiresAt }, local, now)).toEqual([
      `session=${token}; Path=/; Max-Age=604800; SameSite=Lax; HttpOnly`,
      'signed_in=1; Path=/; Max-Age=604800; SameSite=Lax',
    ]);
  });

  test.each([https, local])('at %s, clearing uses the attributes of beginning', (origin) => {
    const attributesOf = (cookie: string) =>
      cookie
        .split('; ')
        .slice(1)
        .filter((attribute) => !attribute.startsWith('Max-Age='));
    const begun = beginSession({ token, expiresAt }, origin, now);
    const cleared = clearSession(origin);
    expect(cleared.map(attributesOf)).toEqual(begun.map(attributesOf));
    expect(cleared.every((cookie) => /^[\w-]+=; .*Max-Age=0;/.test(cookie))).toBe(true);
  });

  test.each([https, local])(
    'at %s, clearing the hint leaves the session cookie alone',
    (origin) => {
      expect(clearHint(origin)).toEqual(clearSession(origin).slice(1));
    },
  );

  test('written cookies can be read again', () => {
    const [pair = ''] = beginSession({ token, expiresAt }, https, now).map((c) => c.split(';')[0]);
    expect(readSessionCookie([pair ?? ''], https)).toMatchObject({ kind: 'token' });
  });
});

test('a token is 32 bytes of the given randomness as base64url', () => {
  const asked: number[] = [];
  const token = newSessionToken((size) => {
    asked.push(size);
    return new Uint8Array(size).fill(255);
  });
  expect(asked).toEqual([32]);
  expect(token).toBe('__________________________________________8');
});

test('every new token has the form of a token', () => {
  for (let round = 0; round < 200; round += 1) {
    expect(isSessionToken(newSessionToken(randomBytes))).toBe(true);
  }
});

test.each([
  '',
  'a',
  'A'.repeat(42),
  'A'.repeat(44),
  `${'A'.repeat(42)}B`,
  `${'A'.repeat(42)}=`,
  `${'A'.repeat(41)}+A`,
  `${'A'.repeat(41)}/A`,
  `${'A'.repeat(43)}\n`,
  'A'.repeat(100_000),
])('%j does not have the form of a token', (value) => {
  expect(isSessionToken(value)).toBe(false);
});

test('the hash is the SHA-256 of the token in hex', () => {
  expect(sessionTokenHash('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
