import type { ReversalStatus } from '../../../src/contract/checkout.ts';

/**
 * How far a refund has come, by its status. It counts as soon as it is on its way, for the payer
 * gets the money back unless it fails.
 * Source: "The Refund object", `status`, in the Stripe API reference.
 */
export function refundStatus(status: string | null): ReversalStatus {
  return status === 'failed' || status === 'canceled' ? 'returned' : 'taken';
}

/**
 * How far a dispute has come, by its status. An inquiry (`warning_…`) moves no money; a dispute
 * does at once, whoever is right in the end.
 * Source: "The Dispute object", `status`, in the Stripe API reference.
 */
export function disputeStatus(status: string): ReversalStatus {
  return statuses.get(status) ?? 'taken';
}

const statuses: ReadonlyMap<string, ReversalStatus> = new Map([
  ['warning_needs_response', 'announced'],
  ['warning_under_review', 'announced'],
  ['warning_closed', 'returned'],
  ['prevented', 'returned'],
  ['won', 'returned'],
  ['lost', 'lost'],
]);
