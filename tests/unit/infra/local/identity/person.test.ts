import { describe, expect, it } from 'vitest';
import {
  avatarAt,
  checkForm,
  claimsOf,
  subjectOf,
} from '../../../../../infra/local/identity/person.ts';

const form = { email: 'ada@example.com', name: 'Ada Lovelace', emailVerified: true };
const now = new Date('2026-11-21T10:00:00.000Z');
const issuer = 'http://localhost:4323/';

describe('checkForm', () => {
  it.each(['ada@example.com', 'a+tag@b.co', 'x@localhost', '用户@例子.中国', "o'neil@x-y.ie"])(
    'accepts the address %s',
    (email) => {
      expect(checkForm({ ...form, email })).toMatchObject({ ok: true, person: { email } });
    },
  );

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'a b@example.com',
    'ada@@example.com',
    'ada@-example.com',
    'ada@example.com.',
    '<script>@example.com',
    'ada\u0000@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(260)}.com`,
  ])('refuses the address %j', (email) => {
    expect(checkForm({ ...form, email })).toMatchObject({ ok: false, code: 'email_invalid' });
  });

  it('trims the address and writes it in lower case', () => {
    const trimmed = checkForm({ ...form, email: '  Ada@Example.COM ' });
    expect(trimmed).toMatchObject({ person: { email: 'ada@example.com' } });
  });

  it('uses the address as the name of a person without one', () => {
    expect(checkForm({ ...form, name: '  ' })).toMatchObject({ person: { name: form.email } });
  });

  it.each(['x'.repeat(101), 'a\u0007b'])('refuses the name %j', (name) => {
    expect(checkForm({ ...form, name })).toMatchObject({ ok: false, code: 'name_invalid' });
  });
});

describe('subjectOf', () => {
  it('is the same for an address in any case, and differs between addresses', () => {
    expect(subjectOf('ADA@example.com')).toBe(subjectOf('ada@example.com'));
    expect(subjectOf('bob@example.com')).not.toBe(subjectOf('ada@example.com'));
  });

  it('is the first 24 hex digits of the SHA-256 of the address', () => {
    expect(subjectOf('ada@example.com')).toBe('local|b5fc85e55755f9e0d030a10a');
  });
});

describe('claimsOf', () => {
  it('has the names and formats of Auth0', () => {
    expect(claimsOf(form, now, issuer)).toEqual({
      sub: subjectOf(form.email),
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada Lovelace',
      nickname: 'ada',
      given_name: 'Ada',
      family_name: 'Lovelace',
      picture: 'http://localhost:4323/avatars/AL.svg',
      updated_at: '2026-11-21T10:00:00.000Z',
    });
  });

  it.each(['Ada', 'Augusta Ada King', 'ada@example.com'])(
    'does not guess given and family name of %s',
    (name) => {
      const claims = claimsOf({ ...form, name }, now, issuer);
      expect(claims).not.toHaveProperty('given_name');
      expect(claims).not.toHaveProperty('family_name');
    },
  );

  it.each([
    ['Ada', 'A'],
    ['Augusta Ada King', 'AK'],
    ['王小明', encodeURIComponent('王')],
    ['…', encodeURIComponent('?')],
    ['ß straße', 'SSS'],
  ])('gives %s the picture of %s', (name, initials) => {
    const { picture } = claimsOf({ ...form, name }, now, issuer);
    expect(picture).toBe(`${issuer}avatars/${initials}.svg`);
  });
});

describe('avatarAt', () => {
  it.each([
    ['/avatars/AL.svg', '>AL<'],
    ['/avatars/%E7%8E%8B.svg', '>王<'],
    ['/avatars/%3F.svg', '>?<'],
  ])('draws %s', (path, text) => {
    expect(avatarAt(path)).toContain(text);
  });

  it.each([
    '/avatars/',
    '/avatars/.svg',
    '/avatars/AL.png',
    '/avatars/ABCDE.svg',
    '/avatars/%3Cb%3E.svg',
    '/avatars/%22.svg',
    '/avatars/%zz.svg',
    '/avatars/a/b.svg',
    '/other/AL.svg',
  ])('draws nothing for %s', (path) => {
    expect(avatarAt(path)).toBeUndefined();
  });
});
