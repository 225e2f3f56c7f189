import { expect, test } from 'vitest';
import { newServiceKey, serviceKeyHash } from '../../../../functions/callers/for-service.ts';

test('a service key is its prefix and 256 random bits as base64url', () => {
  const sizes: number[] = [];
  const key = newServiceKey((sizeBytes) => {
    sizes.push(sizeBytes);
    return new Uint8Array(sizeBytes).fill(0xff);
  });
  expect(key).toBe(`mrk_${'_'.repeat(42)}8`);
  expect(sizes).toEqual([32]);
});

test('the database stores the SHA-256 of a key in hexadecimal digits', () => {
  // The first example of FIPS 180-4 as NIST publishes it with its intermediate values.
  expect(serviceKeyHash('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});
