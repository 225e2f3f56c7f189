import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  isSessionToken,
  newSessionToken,
  sessionTokenHash,
} from '../../../../functions/http/session-cookie.ts';

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
])('%j has not the form of a token', (value) => {
  expect(isSessionToken(value)).toBe(false);
});

test('the hash is the SHA-256 of the token in hex', () => {
  expect(sessionTokenHash('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
