import { expect, test } from 'vitest';
import {
  furtherProgress,
  packExpiry,
  progresses,
  purchaseState,
  type StoredPurchase,
} from '../../../../../functions/domain/purchase/purchase.ts';
import type { PurchaseState } from '../../../../../src/contract/checkout.ts';
import { aPurchase, aReversal } from '../../../../support/purchases.ts';

const paid = (...reversals: StoredPurchase['reversals']): Partial<StoredPurchase> => ({
  progress: 'paid',
  reversals,
});
const dispute = (status: 'announced' | 'taken' | 'lost' | 'returned') =>
  aReversal({ id: 'dp_1', kind: 'dispute', amountMinor: 2_000, status });
const failedRefund = aReversal({ id: 're_2', amountMinor: 2_000, status: 'returned' });

test.each<[PurchaseState, string, Partial<StoredPurchase>, string]>([
  ['pending', 'whose page is open', {}, '12:59:59'],
  ['unconfirmed', 'whose page has run out', {}, '13:00:00'],
  ['pending', 'whose money is on its way, however long', { progress: 'processing' }, '23:00:00'],
  ['abandoned', 'whose page was closed', { progress: 'closed' }, '12:01:00'],
  ['paid', 'that was paid', paid(), '23:00:00'],
  ['partly_refunded', 'of which half was refunded', paid(aReversal()), '23:00:00'],
  ['refunded', 'that was refunded', paid(aReversal({ amountMinor: 2_000 })), '23:00:00'],
  ['paid', 'whose refund failed', paid(failedRefund), '23:00:00'],
  ['paid', 'that is inquired about', paid(dispute('announced')), '23:00:00'],
  ['disputed', 'that is disputed', paid(dispute('taken')), '23:00:00'],
  ['dispute_lost', 'whose dispute was lost', paid(dispute('lost')), '23:00:00'],
  ['dispute_won', 'whose dispute was won', paid(dispute('returned')), '23:00:00'],
  ['disputed', 'that is disputed and refunded', paid(aReversal(), dispute('taken')), '23:00:00'],
  ['partly_refunded', 'refunded after all', paid(aReversal(), dispute('returned')), '23:00:00'],
])('%s is a purchase %s', (state, _what, changes, time) => {
  expect(purchaseState(aPurchase(changes), new Date(`2026-11-21T${time}Z`))).toBe(state);
});

test('of two reports about a payment the further one counts, in either order', () => {
  for (const [index, earlier] of progresses.entries()) {
    for (const later of progresses.slice(index)) {
      expect(furtherProgress(earlier, later)).toBe(later);
      expect(furtherProgress(later, earlier)).toBe(later);
    }
  }
});

test.each([
  ['2026-11-21T12:34:56.789Z', '2027-11-21T12:34:56.789Z'],
  ['2026-12-31T23:59:59.999Z', '2027-12-31T23:59:59.999Z'],
  ['2028-02-29T00:00:00.000Z', '2029-02-28T00:00:00.000Z'],
  ['2027-02-28T00:00:00.000Z', '2028-02-28T00:00:00.000Z'],
])('credits of a year that were paid at %s are good until %s', (paidAt, expiry) => {
  expect(packExpiry(new Date(paidAt), 12).toISOString()).toBe(expiry);
});
