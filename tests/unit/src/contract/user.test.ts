import { describe, expect, it } from 'vitest';
import { isProfile, profileSchema, usableClaims } from '../../../../src/contract/user.ts';

it.each([
  [{ sub: 'a', family_name: null }, { sub: 'a' }],
  [{ sub: 'a', locale: { country: 'US' } }, { sub: 'a' }],
  [
    { sub: 'a', email_verified: 'true', name: 'Ann' },
    { sub: 'a', name: 'Ann' },
  ],
  [{ sub: 'a', picture: 'p'.repeat(3_000) }, { sub: 'a' }],
  [{ sub: 'a', name: 'A\u0000nn' }, { sub: 'a' }],
  [
    { sub: 'a', 'https://example.com/roles': [] },
    { sub: 'a', 'https://example.com/roles': [] },
  ],
  [{ sub: 7 }, { sub: 7 }],
  [{}, {}],
])('usableClaims of %o are %o', (claims, expected) => {
  expect(usableClaims(claims)).toEqual(expected);
});

it.each([
  [{ sub: 'a', 'https://example.com/roles': [] }, true],
  [{ sub: 'a', name: null }, false],
  [{ sub: 7 }, false],
  [{}, false],
])('claims %o are a profile: %s', (claims, expected) => {
  expect(isProfile(claims)).toBe(expected);
});

describe('profileSchema', () => {
  it.each(['', 'a\u0000b', 'a\nb', 's|\ud800', '用户', 'x'.repeat(256)])(
    'refuses the subject %j',
    (sub) => {
      expect(profileSchema.safeParse({ sub }).success).toBe(false);
    },
  );

  it.each(['auth0|5f7c', 'google-oauth2|1234', 'x'.repeat(255)])('takes the subject %j', (sub) => {
    expect(profileSchema.safeParse({ sub }).success).toBe(true);
  });

  it('drops unknown fields, app_metadata among them', () => {
    const body = { sub: 'a', app_metadata: { credits: 1_000_000 }, admin: true };
    expect(profileSchema.parse(body)).toEqual({ sub: 'a' });
  });
});
