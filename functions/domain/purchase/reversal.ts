import {
  type ReversalKind,
  type ReversalStatus,
  reversalStatuses,
} from '../../../src/contract/checkout.ts';

/** A refund or a dispute of a purchase. */
export interface Reversal {
  /** The payment service's id of the refund or the dispute. */
  readonly id: string;
  readonly kind: ReversalKind;
  /** In minor units of the purchase's currency. */
  readonly amountMinor: number;
  readonly status: ReversalStatus;
}

/**
 * The further of two reports, whichever came first. The later status in the order of
 * `reversalStatuses` wins, and brings its amount: a bank may dispute less than it inquired about.
 * Among reports of one status the larger amount wins, because reports do not say which of them is
 * newer.
 */
export function mergeReversal(stored: Reversal | undefined, reported: Reversal): Reversal {
  if (!stored) return reported;
  const rank = ({ status }: Reversal) => reversalStatuses.indexOf(status);
  const further = rank(reported) - rank(stored) || reported.amountMinor - stored.amountMinor;
  return further > 0 ? reported : stored;
}

export function counts({ status }: Reversal): boolean {
  return status === 'taken' || status === 'lost';
}

/** The terms of a purchase: credits, and their price in minor units of the currency. */
export interface PurchaseTerms {
  readonly amountCredits: number;
  readonly amountMinor: number;
}

/**
 * The sum of the reversals that count, in minor units. It is at most the price: a payment that was
 * refunded and disputed can be lost only once.
 */
export function reversedMinor(
  { amountMinor }: Pick<PurchaseTerms, 'amountMinor'>,
  reversals: readonly Reversal[],
): number {
  const sum = reversals.filter(counts).reduce((total, one) => total + one.amountMinor, 0);
  return Math.min(sum, amountMinor);
}

/**
 * How many of the bought credits the reversals take back: the share of the money, rounded down in
 * favour of the buyer. `BigInt`, because the product can be larger than a double counts exactly.
 */
export function reversedCredits(terms: PurchaseTerms, reversals: readonly Reversal[]): number {
  const taken = BigInt(reversedMinor(terms, reversals));
  return Number((BigInt(terms.amountCredits) * taken) / BigInt(terms.amountMinor));
}
