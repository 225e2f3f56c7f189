import type { Language } from '../../../src/contract/language.ts';
import type { ProblemCode } from '../../../src/contract/problem.ts';
import type { NewPurchase, Progress } from './purchase.ts';
import type { Reversal } from './reversal.ts';

/** What the payment service shows to whoever pays, and where it leads afterwards. */
export interface Order {
  readonly purchase: NewPurchase;
  /** What is bought, in the buyer's words. */
  readonly title: string;
  readonly language: Language;
  /** Filled in for the buyer, where it is known. */
  readonly email?: string;
  readonly paidUrl: string;
  readonly leftUrl: string;
}

/** What the payment service told us about a payment of ours. */
export type PaymentEvent = { readonly purchaseId: string } & (
  | { readonly kind: 'progress'; readonly progress: Exclude<Progress, 'open' | 'paid'> }
  | {
      readonly kind: 'paid';
      readonly paymentId: string;
      readonly amountMinor: number;
      /** As an ISO 4217 code, which need not be one of ours. */
      readonly currency: string;
    }
  | {
      readonly kind: 'reversal';
      readonly paymentId: string;
      readonly reversal: Reversal;
      readonly currency: string;
    }
);

/** Why nothing came of asking the payment service, or of what it told. */
export interface PaymentRefusal<Code extends ProblemCode> {
  readonly ok: false;
  readonly code: Code;
  readonly detail: string;
  /** What went wrong, for the log alone. */
  readonly cause?: unknown;
}

/** The service through which people pay. */
export interface Payments {
  /** Opens a payment page for an order; for the same purchase it is the same page. */
  openPage(
    order: Order,
  ): Promise<{ readonly ok: true; readonly url: string } | PaymentRefusal<'payments_unreachable'>>;
}

/** Reads what the payment service sends by itself. */
export interface PaymentWebhooks {
  /**
   * @param body the bytes as they came, over which they are signed
   * @returns the news in it; none when it is about nothing of ours
   */
  read(
    body: Buffer,
    signature: string | undefined,
    now: Date,
  ): Promise<
    | { readonly ok: true; readonly event?: PaymentEvent }
    | PaymentRefusal<'webhook_invalid' | 'payments_unreachable'>
  >;
}
