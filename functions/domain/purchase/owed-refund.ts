import type { PaymentEvent, PaymentRefusal } from './payments.ts';

/**
 * A payment that came after its user had deleted the account. Nobody can spend its credits, so we pay
 * it back. `owed`: not done yet. `made`: the payment service has accepted the refund. `needless`: the
 * money went back already, by another refund or a dispute.
 */
export type OwedRefundState = 'owed' | 'made' | 'needless';

export interface OwedRefund {
  readonly purchaseId: string;
  readonly paymentId: string;
  /** How often the payment service has refused. */
  readonly tries: number;
}

/** The answer of the payment service. An accepted refund is an event of the purchase too. */
export type RefundAnswer =
  | { readonly ok: true; readonly refundId: string; readonly event: PaymentEvent }
  | { readonly ok: true; readonly refundId?: never }
  | { readonly ok: false; readonly code: 'refund_refused'; readonly cause: unknown }
  | PaymentRefusal<'payments_unreachable'>;

export interface Refunds {
  /** Pays back the rest of a payment. The same refund and number of tries has its effect once. */
  make(refund: OwedRefund): Promise<RefundAnswer>;
}

export interface OwedRefundStore {
  /** Lists the refunds to try now: a bounded number. */
  listDue(now: Date): Promise<readonly OwedRefund[]>;
  /** Stores that a refund is settled: by the payment service's refund, or without one. */
  settle(purchaseId: string, refundId: string | undefined, now: Date): Promise<void>;
  /** Stores that a refund was refused, and will be tried again. */
  postpone(refund: OwedRefund, now: Date): Promise<void>;
}

const FIRST_PAUSE_MS = 60_000;
/** The longest pause between two tries, in milliseconds. */
export const longestPauseMs = 6 * 60 * 60_000;

/** When a refund is tried again after it was refused: a minute later, then twice as long each time. */
export function nextTry(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(longestPauseMs, FIRST_PAUSE_MS * 2 ** tries));
}
