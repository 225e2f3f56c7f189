import { counts, type Reversal } from './reversal.ts';

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
