import { expect, test } from 'vitest';
import { packExpiry } from '../../../../../functions/domain/purchase/expiry.ts';

test.each([
  ['2026-11-21T12:34:56.789Z', '2027-11-21T12:34:56.789Z'],
  ['2026-12-31T23:59:59.999Z', '2027-12-31T23:59:59.999Z'],
  ['2028-02-29T00:00:00.000Z', '2029-02-28T00:00:00.000Z'],
  ['2027-02-28T00:00:00.000Z', '2028-02-28T00:00:00.000Z'],
])('what is paid at %s is good until %s', (paidAt, expiry) => {
  expect(packExpiry(new Date(paidAt)).toISOString()).toBe(expiry);
});
