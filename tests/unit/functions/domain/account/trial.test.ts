import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalAddress, trialKeys } from '../../../../../functions/domain/account/trial.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['  Ada@Example.COM\n', 'ada@example.com'],
  ['ada+shop@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['ada+@example.com', 'ada@example.com'],
  ['ada\uff0bshop@example.com', 'ada@example.com'],
  ['ada@example.com.', 'ada@example.com'],
  ['ada@example\u3002com\u3002', 'ada@example.com'],
  ['andre\u0301@example.com', 'andr\u00e9@example.com'],
  ['ada@m\u00fcnchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ada@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
  ['+@example.com', '+@example.com'],
  ['+31612345678@example.com', '+31612345678@example.com'],
  ['a.da@example.com', 'a.da@example.com'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['a_d-a@pm.me', 'ada@proton.me'],
  ['ada@ya.ru', 'ada@yandex.ru'],
  ['ada+x@me.com', 'ada@icloud.com'],
  ['ada@mac.com', 'ada@icloud.com'],
])('%j is the mailbox %j', (given, canonical) => {
  expect(canonicalAddress(given)).toBe(canonical);
});

test.each([
  '"ada"@example.com',
  '"a@b"@example.com',
  'ada(c)@example.com',
  'ada@(c)example.com',
  'ada@example.com(c)',
  'ada @example.com',
  'ad\u200ba@example.com',
  'ada@sub+x y.example.com',
  'ada@[127.0.0.1]',
  'a@b@example.com',
  'ada+without-a-domain',
  '.@gmail.com',
  'ada@',
  'ada@..',
  '@example.com',
  '',
])('%j gets no trial', (given) => {
  expect(canonicalAddress(given)).toBeUndefined();
  expect(trialKeys(given, 'secret')).toBeUndefined();
});

test('the canonical form of a canonical address is itself', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      const once = canonicalAddress(address);
      if (once !== undefined) expect(canonicalAddress(once)).toBe(once);
    }),
  );
});

test('the key is the HMAC-SHA-256 of the address as hex', () => {
  const digest = createHmac('sha256', 'Jefe').update('ada@gmail.com').digest('hex');
  expect(trialKeys('A.da@googlemail.com', 'Jefe')?.key).toBe(digest);
});

test('the former key is the one under which older trials are stored', () => {
  const digest = (text: string) => createHmac('sha256', 'Jefe').update(text).digest('hex');
  expect(trialKeys(' A.da+2@GoogleMail.com', 'Jefe')?.formerKey).toBe(
    digest('a.da@googlemail.com'),
  );
  expect(trialKeys('ada@example.com.', 'Jefe')?.formerKey).toBe(digest('ada@example.com.'));
});

test('all spellings of an address have one key; other addresses and secrets have others', () => {
  const keyOf = (email: string, secret = 'secret') => trialKeys(email, secret)?.key;
  const key = keyOf('ada@example.com');
  expect(keyOf(' ADA+2@example.com')).toBe(key);
  expect(keyOf('ada@example.org')).not.toBe(key);
  expect(keyOf('ada@example.com', 'other secret')).not.toBe(key);
});
