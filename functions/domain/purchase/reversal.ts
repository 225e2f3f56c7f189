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
  /** The payment service's credit note, and the tax that it names; absent before there is one. */
  readonly creditNote?: { readonly id: string; readonly taxMinor: number };
}

/**
 * The further of two reports, whichever came first. The later status in the order of
 * `reversalStatuses` wins, and brings its amount: a bank may dispute less than it inquired about.
 * Among reports of one status the larger amount wins, because reports do not say which of them is
 * newer. A credit note that was reported once stays.
 */
export function mergeReversal(stored: Reversal | undefined, reported: Reversal): Reversal {
  if (!stored) return reported;
  const rank = ({ status }: Reversal) => reversalStatuses.indexOf(status);
  const further = rank(reported) - rank(stored) || reported.amountMinor - stored.amountMinor;
  const creditNote = stored.creditNote ?? reported.creditNote;
  const last = further > 0 ? reported : stored;
  return !creditNote || creditNote === last.creditNote ? last : { ...last, creditNote };
}

export function counts({ status }: Reversal): boolean {
  return status === 'taken' || status === 'lost';
}

/** The terms of a purchase: credits, and their price in minor units of the currency. */
export interface PurchaseTerms {
  readonly amountCredits: number;
  readonly amountMinor: number;
}
