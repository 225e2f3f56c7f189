import { expect, test } from 'vitest';
import { profileOfClaims } from '../../../../../functions/adapters/oidc/claims.ts';

test('every claim of the profile is taken over', () => {
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

test('claims that are not of the profile are left out', () => {
  const claims = { sub: 'a', app_metadata: { credits: 1_000_000 }, iss: 'x', sid: 'y' };
  expect(profileOfClaims(claims)).toEqual({ sub: 'a' });
});

test('a claim that cannot be used is left out, and the others stay', () => {
  const claims = {
    sub: 'a',
    name: 'Ada',
    locale: { country: 'US', language: 'en' },
    picture: 'x'.repeat(2_049),
    nickname: null,
  };
  expect(profileOfClaims(claims)).toEqual({ sub: 'a', name: 'Ada' });
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
  'claims without a usable sub, such as %j, describe nobody',
  (claims) => {
    expect(profileOfClaims(claims)).toBeUndefined();
  },
);
