import {
  type ReversalKind,
  type ReversalStatus,
  reversalStatuses,
} from '../../../src/contract/checkout.ts';

/** Money of a purchase that goes, or went, back to the payer. */
export interface Reversal {
  /** The payment service's id of the refund or the dispute. */
  readonly id: string;
  readonly kind: ReversalKind;
  /** In minor units of the purchase's currency. */
  readonly amountMinor: number;
  readonly status: ReversalStatus;
}

/**
 * What is known of a reversal after another word of it. Only the further standing counts, so that
 * the same word twice, or an earlier one that comes late, changes nothing, in whatever order they
 * come.
 */
export function mergeReversal(known: Reversal | undefined, told: Reversal): Reversal {
  if (!known) return told;
  const isFurther = reversalStatuses.indexOf(told.status) > reversalStatuses.indexOf(known.status);
  return isFurther ? { ...known, status: told.status } : known;
}

/** Whether a reversal counts against its purchase. */
export function counts({ status }: Reversal): boolean {
  return status === 'taken' || status === 'lost';
}
