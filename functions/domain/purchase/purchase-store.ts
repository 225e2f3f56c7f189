import type { Refused } from '../ledger/entry.ts';
import type { PaymentMismatch } from './apply-payment-event.ts';
import type { PaymentEvent } from './payments.ts';
import type { NewPurchase, StoredPurchase } from './purchase.ts';

export type ApplyResult =
  | {
      readonly ok: true;
      /** Whether this event granted the credits of the purchase. */
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
  /**
   * Applies an event to a purchase and its wallet, in one transaction. The number and the order of
   * events make no difference (rule 6 of the ledger).
   */
  apply(event: PaymentEvent, now: Date): Promise<ApplyResult>;
  /** Lists the page after a purchase; undefined when the wallet has no such purchase. */
  list(walletId: string, cursor: string | undefined): Promise<PurchasePage | undefined>;
}
