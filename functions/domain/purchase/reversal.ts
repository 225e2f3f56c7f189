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

/** What a purchase is about: how many credits for how much, in minor units of its currency. */
export interface PurchaseTerms {
  readonly amountCredits: number;
  readonly amountMinor: number;
}

/**
 * What the reversals of a purchase that count come to, in minor units. A payment that was refunded
 * and disputed too can still be lost only once.
 */
export function reversedMinor(
  { amountMinor }: Pick<PurchaseTerms, 'amountMinor'>,
  reversals: readonly Reversal[],
): number {
  const sum = reversals.filter(counts).reduce((total, one) => total + one.amountMinor, 0);
  return Math.min(sum, amountMinor);
}

/**
 * How many of the credits that were bought the reversals take back, in proportion to the money and
 * rounded in favour of the buyer; all of them once all the money is back. The product of the two
 * may be more than a double counts exactly.
 */
export function reversedCredits(bargain: PurchaseTerms, reversals: readonly Reversal[]): number {
  const taken = BigInt(reversedMinor(bargain, reversals));
  return Number((BigInt(bargain.amountCredits) * taken) / BigInt(bargain.amountMinor));
}
