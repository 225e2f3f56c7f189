import type { ReversalStanding } from '../../../src/contract/checkout.ts';

/**
 * How far a refund has come, by its status. It counts as soon as it is on its way, for the payer
 * gets the money back unless it fails.
 * Source: "The Refund object", `status`, in the Stripe API reference.
 */
export function refundStanding(status: string | null): ReversalStanding {
  return status === 'failed' || status === 'canceled' ? 'returned' : 'taken';
}

/**
 * How far a dispute has come, by its status. An inquiry (`warning_…`) moves no money; a dispute
 * does at once, whoever is right in the end.
 * Source: "The Dispute object", `status`, in the Stripe API reference.
 */
export function disputeStanding(status: string): ReversalStanding {
  return standings.get(status) ?? 'taken';
}

const standings: ReadonlyMap<string, ReversalStanding> = new Map([
  ['warning_needs_response', 'announced'],
  ['warning_under_review', 'announced'],
  ['warning_closed', 'returned'],
  ['prevented', 'returned'],
  ['won', 'returned'],
  ['lost', 'lost'],
]);
