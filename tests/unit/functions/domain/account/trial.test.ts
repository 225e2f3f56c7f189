import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseAddress, trialKey } from '../../../../../functions/domain/account/trial.ts';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['  Ada@Example.COM\n', 'ada@example.com'],
  ['ada+shop@example.com', 'ada@example.com'],
  ['ada+a+b@example.com', 'ada@example.com'],
  ['ada+@example.com', 'ada@example.com'],
  ['ada@sub+x.example.com', 'ada@sub+x.example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
  ['+@example.com', '+@example.com'],
  ['+31612345678@example.com', '+31612345678@example.com'],
  ['a.da@example.com', 'a.da@example.com'],
  ['ada+without-a-domain', 'ada+without-a-domain'],
  ['', ''],
])('%j is the address %j', (given, normalised) => {
  expect(normaliseAddress(given)).toBe(normalised);
});

test('normalising a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      const once = normaliseAddress(address);
      expect(normaliseAddress(once)).toBe(once);
    }),
  );
});

test('the key is the HMAC-SHA-256 of the address as hex', () => {
  // RFC 4231, section 4.3: the key "Jefe"; its data has no upper case, plus sign or at sign.
  expect(trialKey('what do ya want for nothing?', 'Jefe')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  );
});

test('all spellings of an address have one key; other addresses and secrets have others', () => {
  const key = trialKey('ada@example.com', 'secret');
  expect(trialKey(' ADA+2@example.com', 'secret')).toBe(key);
  expect(trialKey('ada@example.org', 'secret')).not.toBe(key);
  expect(trialKey('ada@example.com', 'other secret')).not.toBe(key);
});
