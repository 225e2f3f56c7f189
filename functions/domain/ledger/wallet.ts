import {
  type CreditSource,
  type HoldState,
  lowBalanceShare,
  maxAmountCredits,
} from '../../../src/contract/credits.ts';
import type { CapWindow } from '../../../src/contract/limits.ts';

/** The credits of one grant, and where they are. The rest was spent, taken back, or paid a debt. */
export interface Lot {
  readonly id: string;
  readonly source: CreditSource;
  readonly amountCredits: number;
  readonly remainingCredits: number;
  /** Credits that open holds have reserved. */
  readonly heldCredits: number;
  /** Credits that a refund could not take, because they were spent or held. */
  readonly owedCredits: number;
  /** Credits that expired unspent, less those that a later refund has forgiven. */
  readonly expiredCredits: number;
  /** Credits that refunds took, or added to the debt; a reversed refund returns them. */
  readonly refundedCredits: number;
  /** The cause of the grant outside the ledger: a trial's key, a purchase. */
  readonly reference: string;
  readonly reason?: string;
  readonly actor: string;
  readonly grantedAt: Date;
  /** The lot is good before this time, not at it. */
  readonly expiresAt: Date;
}

/** The credits that a hold has of one lot. */
export interface Share {
  readonly lotId: string;
  readonly amountCredits: number;
}

/** Credits that are reserved until the hold is captured, released or expires: once (rule 5). */
export interface Hold {
  readonly id: string;
  readonly amountCredits: number;
  /** Shares of the lots, spent ones too, in the order in which the lots are spent. */
  readonly split: readonly Share[];
  readonly state: HoldState;
  /** The shares that captures have spent. */
  readonly captured: readonly Share[];
  /** The cause of the hold outside the ledger, such as a run. */
  readonly reference: string;
  /** The maker of the hold; absent in holds from before it was stored. */
  readonly actor?: string;
  /** The personal key that made it, whose caps count it. */
  readonly keyId?: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The use of a key in one window. */
export interface WindowUse {
  /** The credits that captures of its holds have spent. */
  readonly spentCredits: number;
  /** The credits that its open holds still have. */
  readonly heldCredits: number;
  /** The highest share of the cap that its owner was told of, in percent; absent before the first. */
  readonly toldPercent?: number;
}

/** The use of a key by the names of its windows; an absent window has no use. */
export type KeyUse = Readonly<Record<string, WindowUse>>;

/** A personal key, as far as the rules need it. */
export interface WalletKey {
  readonly id: string;
  /** The most credits that the holds of a window may spend and hold together. */
  readonly caps: Readonly<Partial<Record<CapWindow, number>>>;
  readonly use: KeyUse;
  /** A key makes holds before this time. */
  readonly endsAt?: Date;
}

/** The state of a wallet, as far as the rules need it for one command. */
export interface Wallet {
  readonly id: string;
  /** How many entries the wallet has; the next one has this number plus one. */
  readonly entryCount: number;
  /** The hash of the last entry, with which the store begins the next one; absent before the first. */
  readonly head?: string;
  /** All open lots and those that a command names, in the order in which they are spent. */
  readonly lots: readonly Lot[];
  /** All open holds past their expiry, and those that a command names. */
  readonly holds: readonly Hold[];
  /** The keys of these holds, and the key that a command names. */
  readonly keys: readonly WalletKey[];
  /** A balance at or below this mark is low: the user's own, else that of the last trial or purchase. */
  readonly lowMarkCredits?: number;
  /** Below so many credits a pack is bought by itself; absent without a rule. */
  readonly topUpBelowCredits?: number;
}

/** The credits of a wallet that can be spent or held. */
export function availableCredits(wallet: Pick<Wallet, 'lots'>): number {
  return sumOf(wallet.lots, (lot) => lot.remainingCredits);
}

export function heldCredits(wallet: Pick<Wallet, 'lots'>): number {
  return sumOf(wallet.lots, (lot) => lot.heldCredits);
}

/** The debt of a wallet, in credits: refunds of credits that were already spent. */
export function owedCredits(wallet: Pick<Wallet, 'lots'>): number {
  return sumOf(wallet.lots, (lot) => lot.owedCredits);
}

/** The sum of all entries of a wallet, in credits (rule 2). */
export function balanceCredits(wallet: Pick<Wallet, 'lots'>): number {
  return availableCredits(wallet) + heldCredits(wallet) - owedCredits(wallet);
}

/** Lots in the order in which they are spent: priority of the source, earliest expiry, oldest. */
export function inSpendOrder(lots: readonly Lot[]): readonly Lot[] {
  return lots.toSorted(
    (a, b) =>
      spendPriority[a.source] - spendPriority[b.source] ||
      byTime(a.expiresAt, b.expiresAt) ||
      byTime(a.grantedAt, b.grantedAt) ||
      byText(a.id, b.id),
  );
}

/**
 * Changes the lots of some shares. The other lots stay the same objects: a store writes the lots
 * whose objects are new.
 * @throws RangeError for a share of a lot that the wallet lacks: its credits would be lost
 */
export function changeLots(
  wallet: Wallet,
  shares: readonly Share[],
  change: (lot: Lot, shareCredits: number) => Lot,
): Wallet {
  const amounts = new Map(shares.map((share) => [share.lotId, share.amountCredits]));
  const lots = wallet.lots.map((lot) => {
    const shareCredits = amounts.get(lot.id);
    amounts.delete(lot.id);
    return shareCredits === undefined ? lot : change(lot, shareCredits);
  });
  const [missing] = amounts.keys();
  if (missing !== undefined) throw new RangeError(`lot ${missing} is not in wallet ${wallet.id}`);
  return { ...wallet, lots };
}

/** The shares of a hold that no capture has spent: what an open hold still has. */
export function unspentShares({ split, captured }: Pick<Hold, 'split' | 'captured'>) {
  const spent = new Map(captured.map((share) => [share.lotId, share.amountCredits]));
  return split
    .map(({ lotId, amountCredits }) => ({
      lotId,
      amountCredits: amountCredits - (spent.get(lotId) ?? 0),
    }))
    .filter(isSomething);
}

/** Adds shares to shares: each lot once, and new lots last. */
export function addShares(shares: readonly Share[], added: readonly Share[]): readonly Share[] {
  const amounts = new Map<string, number>();
  for (const { lotId, amountCredits } of [...shares, ...added]) {
    amounts.set(lotId, (amounts.get(lotId) ?? 0) + amountCredits);
  }
  return [...amounts].map(([lotId, amountCredits]) => ({ lotId, amountCredits }));
}

export function isSomething({ amountCredits }: Share): boolean {
  return amountCredits > 0;
}

export function sumOfShares(shares: readonly Share[]): number {
  return shares.reduce((sum, { amountCredits }) => sum + amountCredits, 0);
}

/** Earlier times first, for sorting. */
export function byTime(a: Date, b: Date): number {
  return a.getTime() - b.getTime();
}

/** Texts by their code units, for sorting: the same on every machine, whatever its locale. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The lowest is spent first. A reversed refund returns bought credits, so it counts as bought. */
const spendPriority = {
  trial: 0,
  operator: 1,
  purchase: 2,
  refund_reversed: 2,
} as const satisfies Record<CreditSource, number>;

function sumOf(lots: readonly Lot[], count: (lot: Lot) => number): number {
  return lots.reduce((sum, lot) => sum + count(lot), 0);
}

/** Whether a command may have this amount: a whole number from 1 to `maxAmountCredits`. */
export function isAmount(credits: number): boolean {
  return Number.isSafeInteger(credits) && credits >= 1 && credits <= maxAmountCredits;
}

/** The mark of a low balance, in credits, after a trial or a purchase of `amountCredits`. */
export function lowMarkOf(amountCredits: number): number {
  return Math.floor(amountCredits * lowBalanceShare);
}

/** Whether a balance is low. Held credits count, or a release would cross the mark twice. */
export function isLow(wallet: Wallet): boolean {
  if (wallet.lowMarkCredits === undefined) return false;
  return availableCredits(wallet) + heldCredits(wallet) <= wallet.lowMarkCredits;
}

/** Whether the balance is below the mark of top-ups. Held credits count as present, as above. */
export function needsTopUp(wallet: Pick<Wallet, 'lots' | 'topUpBelowCredits'>): boolean {
  const { topUpBelowCredits } = wallet;
  if (topUpBelowCredits === undefined) return false;
  return availableCredits(wallet) + heldCredits(wallet) < topUpBelowCredits;
}

/** Whether a change crosses the mark: the balance is low after it, and was not low before. */
export function fellLow(before: Wallet, after: Wallet): boolean {
  return isLow(after) && before.lowMarkCredits !== undefined && !isLow(before);
}
