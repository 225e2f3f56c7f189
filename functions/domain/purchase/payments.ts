import type { Language } from '../../../src/contract/language.ts';
import type { ProblemCode } from '../../../src/contract/problem.ts';
import type { Bill } from './bill.ts';
import type { NewPurchase, Progress, StoredPurchase } from './purchase.ts';
import type { Reversal } from './reversal.ts';

/** The content of the payment page, and the address to which it leads afterwards. */
export interface Order {
  readonly purchase: NewPurchase;
  /** The name of the pack, in the buyer's language. */
  readonly title: string;
  readonly language: Language;
  /** The payment page fills it in; absent when it is unknown. */
  readonly email?: string;
  readonly paidUrl: string;
  readonly leftUrl: string;
}

/** A change of one of our payments, as the payment service reports it. */
export type PaymentEvent = { readonly purchaseId: string } & (
  | { readonly kind: 'progress'; readonly progress: Exclude<Progress, 'open' | 'paid'> }
  | {
      readonly kind: 'paid';
      /** The id of the page, where a code made an order free: there is no payment. */
      readonly paymentId: string;
      /** The money that moved. */
      readonly amountMinor: number;
      /** The parts of the amount; absent where the payment service names none. */
      readonly bill?: Bill;
      readonly country?: string;
      readonly invoiceId?: string;
      /** An ISO 4217 code, possibly of a currency in which we do not sell. */
      readonly currency: string;
    }
  | {
      readonly kind: 'reversal';
      readonly paymentId: string;
      readonly reversal: Reversal;
      readonly currency: string;
    }
);

/** Where the payment of a purchase is, as events that lead there; none while its page can be paid. */
export interface PaymentReport {
  readonly purchaseId: string;
  readonly events: readonly PaymentEvent[];
}

/** Why a call to the payment service, or a webhook of it, failed. */
export interface PaymentRefusal<Code extends ProblemCode> {
  readonly ok: false;
  readonly code: Code;
  readonly detail: string;
  /** The error, for the log alone. */
  readonly cause?: unknown;
}

export interface Payments {
  /** Opens the payment page of an order. The same purchase has one page, however often we call. */
  openPage(
    order: Order,
  ): Promise<
    | { readonly ok: true; readonly url: string; readonly sessionId: string }
    | PaymentRefusal<'payments_unreachable'>
  >;
  /** Finds the address of a page; absent once nobody can pay there. */
  findPage(
    sessionId: string,
  ): Promise<{ readonly ok: true; readonly url?: string } | PaymentRefusal<'payments_unreachable'>>;
  /** Closes a page. A page that is closed or paid stays as it is, and that is no error. */
  closePage(
    sessionId: string,
  ): Promise<{ readonly ok: true } | PaymentRefusal<'payments_unreachable'>>;
}

/** The payment service's answer about one purchase. */
export interface PaymentAnswer {
  readonly ok: true;
  /** The events that lead to where the payment is now; none while it can be paid. */
  readonly events: readonly PaymentEvent[];
  /**
   * Whether a complete list of the purchase's time has neither a page of it nor a charge that came to
   * something. It is absent where the payment service has one, or cannot say.
   */
  readonly isUnpayable?: boolean;
}

export interface PaymentReports {
  /** Asks about a purchase, because webhooks may be late or lost. */
  ask(
    purchase: Pick<StoredPurchase, 'id' | 'sessionId' | 'paymentId' | 'card' | 'createdAt'>,
  ): Promise<PaymentAnswer | PaymentRefusal<'payments_unreachable'>>;
  /**
   * Asks about every page that this site opened from `since` on, the newest first. Payments by saved
   * cards follow.
   * @throws the payment service's errors
   */
  list(since: Date): AsyncIterable<PaymentReport>;
}

/** An address of a paper, for somebody who wants it now: it runs out after some days. */
type PaperAddress = Promise<
  { readonly ok: true; readonly url?: string } | PaymentRefusal<'payments_unreachable'>
>;

export interface Papers {
  findInvoice(invoiceId: string): PaperAddress;
  findCreditNote(creditNoteId: string): PaperAddress;
}

export interface PaymentWebhooks {
  /**
   * Verifies and reads a webhook.
   * @param body the bytes as they came: the signature covers them
   * @returns the event in it; no event when it is not about a payment of ours. A test event is
   * refused where money is real, and a live one where it is not
   */
  read(
    body: Buffer,
    signature: string | undefined,
    now: Date,
  ): Promise<
    | { readonly ok: true; readonly event?: PaymentEvent }
    | { readonly ok: false; readonly code: 'livemode_differs' }
    | PaymentRefusal<'webhook_invalid' | 'payments_unreachable'>
  >;
}
