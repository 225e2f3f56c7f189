import type { PaymentMismatch } from './apply-payment-event.ts';
import type { PaymentEvent } from './payments.ts';
import type { NewPurchase, StoredPurchase } from './purchase.ts';

/** What came of news: stored with all their effect, or why they cannot be. */
export type ApplyResult =
  | {
      readonly ok: true;
      /** Whether the credits of the purchase came with these news. */
      readonly isGranted: boolean;
    }
  | {
      readonly ok: false;
      /** `purchase`: there is none of that id; `owner`: the payment is another purchase's. */
      readonly mismatch: PaymentMismatch | 'purchase' | 'owner';
    };

/** Somebody's purchases, the newest first. */
export interface PurchasePage {
  readonly purchases: readonly StoredPurchase[];
  readonly hasMore: boolean;
}

export interface PurchaseStore {
  /** Notes a purchase before anybody can pay for it. */
  begin(purchase: NewPurchase): Promise<void>;
  /**
   * Brings a purchase, and the wallet that it is for, to what the news say: one transaction, which
   * has its effect once, however often and in whatever order the news come (rule 6 of the ledger).
   */
  apply(event: PaymentEvent, now: Date): Promise<ApplyResult>;
  /** The page after a purchase of the same wallet; nothing when the wallet has no such purchase. */
  list(walletId: string, cursor: string | undefined): Promise<PurchasePage | undefined>;
}
