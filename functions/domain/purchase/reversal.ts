/**
 * How far a refund or a dispute has come, the later the further. `announced`: no money has moved
 * yet, as in an inquiry before a dispute; `taken`: the money is gone, or on its way; `lost`: it is
 * gone for good; `returned`: it came back, by a refund that failed or a dispute that was won.
 */
export const standings = ['announced', 'taken', 'lost', 'returned'] as const;

export type Standing = (typeof standings)[number];

/** Money of a purchase that goes, or went, back to the payer. */
export interface Reversal {
  /** The payment service's id of the refund or the dispute. */
  readonly id: string;
  readonly kind: 'refund' | 'dispute';
  /** In minor units of the purchase's currency. */
  readonly amountMinor: number;
  readonly standing: Standing;
}

/**
 * What is known of a reversal after another word of it. Only the further standing counts, so that
 * the same word twice, or an earlier one that comes late, changes nothing, in whatever order they
 * come.
 */
export function mergeReversal(known: Reversal | undefined, told: Reversal): Reversal {
  if (!known) return told;
  const isFurther = standings.indexOf(told.standing) > standings.indexOf(known.standing);
  return isFurther ? { ...known, standing: told.standing } : known;
}

/** Whether a reversal counts against its purchase. */
export function isTaken({ standing }: Reversal): boolean {
  return standing === 'taken' || standing === 'lost';
}
