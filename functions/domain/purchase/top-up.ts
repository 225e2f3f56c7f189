import { maxTopUpFailures, packOf } from '../../../src/contract/checkout.ts';
import { maxAmountCredits } from '../../../src/contract/credits.ts';
import { currencies } from '../../../src/contract/prices.ts';
import {
  packsUpTo,
  sumIn,
  type TopUp,
  type TopUpRule,
  topUpPauseMinutes,
} from '../../../src/contract/top-up.ts';
import type { Refused } from '../ledger/entry.ts';
import type { PaymentEvent, PaymentRefusal } from './payments.ts';
import type { NewPurchase, StoredPurchase } from './purchase.ts';

/** How long a worker has a card for itself: longer than the payment service may take to answer. */
export const topUpLeaseMs = 2 * 60_000;

/** How long a purchase by a saved card may be charged, in milliseconds. */
export const topUpOpenMs = 15 * 60_000;

/** The least time between two charges of a wallet, in milliseconds. */
export const topUpPauseMs = topUpPauseMinutes * 60_000;

/** The pauses after a first and a second try that failed, in milliseconds. */
const pausesMs = [60 * 60_000, 6 * 60 * 60_000] as const;

/** How long a rule waits that the operator's settings keep from buying, in milliseconds. */
export const misconfiguredPauseMs = pausesMs[1];

/** When to try again after so many failures in a row; undefined when topping up stops. */
export function nextTopUpTry(failures: number, now: Date): Date | undefined {
  const pauseMs = failures < maxTopUpFailures ? pausesMs[failures - 1] : undefined;
  return pauseMs === undefined ? undefined : new Date(now.getTime() + pauseMs);
}

/** The purchases of a wallet's saved cards, whatever card and rule made them. */
export interface BoughtByCard extends Pick<TopUp, 'spent'> {
  /** When the last one began, or was paid if that is later. */
  readonly lastAt: Date | null;
  /** Until when one may be charged of which nobody knows yet what it came to. */
  readonly undecidedUntil: Date | null;
}

/** Decides when to make a charge. An undecided purchase is waited for: it may come to nothing. */
export function topUpStep(
  { currency, amountMinor }: TopUpCharge,
  { mostMinor }: Pick<StoredRule, 'mostMinor'>,
  { spent, lastAt, undecidedUntil }: BoughtByCard,
  now: Date,
): 'buy' | { readonly wait: Date } {
  if (undecidedUntil && undecidedUntil > now) return { wait: undecidedUntil };
  if (sumIn(currency, spent) + amountMinor > mostMinor) return { wait: startOfMonth(now, 1) };
  const pauseEnd = new Date((lastAt?.getTime() ?? 0) + topUpPauseMs);
  return pauseEnd > now ? { wait: pauseEnd } : 'buy';
}

/** The first moment of a month in UTC: of this one, or of one so many months later. */
export function startOfMonth(now: Date, monthsLater = 0): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsLater));
}

/** A rule as it is stored, also after its pack is no longer sold. */
export interface StoredRule {
  readonly packId: string;
  readonly currency: string;
  /** The price of the pack when the user set the rule. */
  readonly priceMinor: number;
  /** The most that the charges of a month may come to. */
  readonly mostMinor: number;
  /** The level to fill up to; absent where a charge buys one pack. */
  readonly upTo?: number;
}

/** The packs that one charge buys. */
export type TopUpCharge = Pick<
  NewPurchase,
  'packId' | 'amountCredits' | 'currency' | 'amountMinor'
>;

/**
 * The one charge that brings a balance to the level of a rule.
 * @param balanceCredits held credits included, and less debts
 * @returns undefined once the pack is not sold any more, or costs more than was agreed
 */
export function topUpCharge(rule: StoredRule, balanceCredits: number): TopUpCharge | undefined {
  const { packId, upTo } = rule;
  const pack = packOf(packId);
  const currency = currencies.find((one) => one === rule.currency);
  if (!pack || !currency || pack.priceMinor[currency] > rule.priceMinor) return undefined;
  const packs = packsUpTo(upTo, balanceCredits, pack.amountCredits);
  const [amountCredits, amountMinor] = [pack.amountCredits, pack.priceMinor[currency]];
  return {
    packId,
    currency,
    amountCredits: packs * amountCredits,
    amountMinor: packs * amountMinor,
  };
}

/** Whether a charge is possible in a month that has had none. */
export function fitsMonth(
  { amountCredits, amountMinor }: TopUpCharge,
  { mostMinor }: Pick<StoredRule, 'mostMinor'>,
): boolean {
  return amountMinor <= mostMinor && amountCredits <= maxAmountCredits;
}

/** A worker's next task for a card. */
export type TopUpTask =
  | { readonly kind: 'release'; readonly sessionId: string }
  | {
      readonly kind: 'charge';
      readonly sessionId: string;
      readonly purchase: StoredPurchase;
      /** Whether an earlier worker may have charged the card already. */
      readonly isResumed: boolean;
      /** The most that a charge may come to, with its tax. At 0 it is only asked about. */
      readonly mostMinor: number;
    };

/**
 * The result of a try. `confirm`: the bank wants the owner of the card to confirm. `limit`: the charge
 * with its tax would pass the limit of the month. `lapsed`: nothing was paid for it, and the rule may
 * want something else by now. `misconfigured`: the operator has to mend something first.
 */
export type TopUpEnd = 'paid' | 'declined' | 'confirm' | 'limit' | 'lapsed' | 'misconfigured';

/** A charge of a saved card. */
export interface ChargeOrder extends Pick<StoredPurchase, 'id' | 'amountMinor' | 'currency'> {
  /** The most that it may come to, with its tax. */
  readonly mostMinor: number;
  /** The name of what it buys, in the language that the payment service names. */
  readonly titleIn: (locale: string) => string;
  /** Whether its rule and its card are still there; asked as the last thing before money moves. */
  readonly isWanted: () => Promise<boolean>;
}

export interface TopUpStore {
  read(walletId: string, now: Date): Promise<TopUp>;
  /** Switches topping up on, unless the dearest charge of now would pass the limit of a month. */
  save(
    walletId: string,
    rule: TopUpRule,
    now: Date,
  ): Promise<
    | { readonly ok: true }
    | Refused<'card_not_saved'>
    | (Refused<'top_up_over_limit'> & { readonly chargeMinor: number })
  >;
  /** Ends the rule; the card is removed at the payment service afterwards. */
  end(walletId: string, now: Date): Promise<void>;
  /** Lists the cards that are due, by their payment pages: a bounded number. */
  listDue(now: Date): Promise<readonly string[]>;
  /**
   * Takes a card for `topUpLeaseMs`, and begins a purchase if one is due. A worker that dies leaves
   * the card to be due again after that.
   * @returns the task; undefined when another worker has the card, or no purchase is due
   */
  claim(sessionId: string, now: Date): Promise<TopUpTask | undefined>;
  /** Leaves a card alone for as long, without a look at it; not one that another worker has. */
  postpone(sessionId: string, now: Date): Promise<void>;
  /** Whether a card may be charged for a purchase: its owner may have ended the rule since the claim. */
  isWanted(sessionId: string, purchaseId: string): Promise<boolean>;
  /**
   * Stores what the try of a purchase came to.
   * @param totalMinor the charge with its tax, where it would pass the limit
   */
  settle(purchaseId: string, end: TopUpEnd, now: Date, totalMinor?: number): Promise<void>;
  /** Forgets a card that the payment service does not have any more. */
  forget(sessionId: string): Promise<void>;
}

/** The cards at the payment service. */
export interface SavedCards {
  /**
   * Charges the card that a payment page has saved, without its owner. The same purchase is charged
   * once, however often we call within a day.
   * @returns the payment; no event while it is under way
   */
  charge(
    sessionId: string,
    order: ChargeOrder,
  ): Promise<
    | { readonly ok: true; readonly event?: PaymentEvent }
    | {
        readonly ok: false;
        readonly code: Exclude<TopUpEnd, 'paid' | 'limit'>;
        readonly cause?: unknown;
      }
    | { readonly ok: false; readonly code: 'limit'; readonly totalMinor: number }
    | PaymentRefusal<'payments_unreachable'>
  >;
  /** Removes the card, and the customer that it belongs to. A missing one is no error. */
  remove(
    sessionId: string,
  ): Promise<{ readonly ok: true } | PaymentRefusal<'payments_unreachable'>>;
}
