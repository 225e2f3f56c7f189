import { expect, test } from 'vitest';
import {
  disputeStatus,
  refundStatus,
} from '../../../../../functions/adapters/stripe/reversal-status.ts';
import type { ReversalStatus } from '../../../../../src/contract/checkout.ts';

test.each<[string | null, ReversalStatus]>([
  ['pending', 'taken'],
  ['requires_action', 'taken'],
  ['succeeded', 'taken'],
  ['failed', 'returned'],
  ['canceled', 'returned'],
  [null, 'taken'],
  ['a status of the future', 'taken'],
])('a refund that is %s is %s', (status, standing) => {
  expect(refundStatus(status)).toBe(standing);
});

test.each<[string, ReversalStatus]>([
  ['warning_needs_response', 'announced'],
  ['warning_under_review', 'announced'],
  ['warning_closed', 'returned'],
  ['needs_response', 'taken'],
  ['under_review', 'taken'],
  ['appeal_needs_response', 'taken'],
  ['appeal_under_review', 'taken'],
  ['won', 'returned'],
  ['lost', 'lost'],
  ['prevented', 'returned'],
  ['a status of the future', 'taken'],
  ['constructor', 'taken'],
])('a dispute that is %s is %s', (status, standing) => {
  expect(disputeStatus(status)).toBe(standing);
});
