import type { Refused } from '../ledger/entry.ts';
import type { PaymentMismatch } from './apply-payment-event.ts';
import type { PaymentEvent } from './payments.ts';
import type { NewPurchase, StoredPurchase } from './purchase.ts';

export type ApplyResult =
  | {
      readonly ok: true;
      /** Whether this event granted the credits of the purchase to somebody. */
      readonly isGranted: boolean;
    }
  | Refused<PaymentMismatch | 'purchase_not_found' | 'payment_of_another_purchase'>;

/** Purchases of one wallet, newest first. */
export interface PurchasePage {
  readonly purchases: readonly StoredPurchase[];
  readonly hasMore: boolean;
}

export interface PurchaseStore {
  /** Stores a purchase before anybody can pay for it. */
  begin(purchase: NewPurchase): Promise<void>;
  /** Stores the payment service's id of the purchase's page, by which we can ask about it. */
  storeSession(purchaseId: string, sessionId: string): Promise<void>;
  /** Applies an event to a purchase and its wallet in one transaction, in any number and order. */
  apply(event: PaymentEvent, now: Date): Promise<ApplyResult>;
  /**
   * Claims the right to ask the payment service about a purchase, so that few ask it.
   * @param before somebody who asked after that time has the right instead
   * @returns the purchase; nothing when it is unknown, or somebody else has asked
   */
  claim(purchaseId: string, now: Date, before: Date): Promise<StoredPurchase | undefined>;
  /** Lists the purchases that the schedule should ask about now. */
  listUnasked(now: Date): Promise<readonly string[]>;
  find(walletId: string, purchaseId: string): Promise<StoredPurchase | undefined>;
  /** Finds the purchase of the same pack on the same terms whose payment page may still be open. */
  findOpen(purchase: NewPurchase): Promise<StoredPurchase | undefined>;
  /** Lists the page after a purchase; undefined when the wallet has no such purchase. */
  list(walletId: string, cursor: string | undefined): Promise<PurchasePage | undefined>;
}
