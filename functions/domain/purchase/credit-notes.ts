import type { PaymentEvent, PaymentRefusal } from './payments.ts';

/** A refund of an invoice, which lacks its credit note. */
export interface RefundToNote {
  readonly purchaseId: string;
  readonly paymentId: string;
  readonly invoiceId: string;
  readonly refundId: string;
  readonly amountMinor: number;
  readonly currency: string;
}

/** The credit note as an event of the purchase: its refund once more, with the note and its tax. */
export type CreditNoteAnswer =
  | { readonly ok: true; readonly event: PaymentEvent }
  | { readonly ok: false; readonly code: 'credit_note_refused'; readonly cause: unknown }
  | PaymentRefusal<'payments_unreachable'>;

export interface CreditNoteStore {
  /** Lists refunds of invoices without a credit note, which were told of in the last days: a few. */
  listDue(now: Date): Promise<readonly RefundToNote[]>;
}

export interface CreditNotes {
  /** Issues the credit note of a refund, or finds the one that was issued before. */
  issue(refund: RefundToNote): Promise<CreditNoteAnswer>;
}
