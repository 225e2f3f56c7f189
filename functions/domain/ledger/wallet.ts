import {
  type CreditSource,
  type HoldState,
  lowBalanceShare,
  maxAmountCredits,
} from '../../../src/contract/credits.ts';

/**
 * A lot: the credits of one grant, and where they are now. What is in none of the four counts was
 * spent, taken back by a refund, or went to a debt when the lot was granted.
 */
export interface Lot {
  readonly id: string;
  readonly source: CreditSource;
  readonly amountCredits: number;
  /** What can still be spent or held of it. */
  readonly remainingCredits: number;
  /** What open holds have of it. */
  readonly heldCredits: number;
  /** What a refund should have taken of it, but could not, because it was spent or held. */
  readonly owedCredits: number;
  /** What ran out unspent, less what a refund paid for later: nobody owes for that. */
  readonly expiredCredits: number;
  /** What refunds took of it, as credits or as debt; a refund reversed gives this back. */
  readonly refundedCredits: number;
  /** What the grant is about outside the ledger: a trial's key, a purchase. */
  readonly reference: string;
  /** Why an operator or a service gave it. */
  readonly reason?: string;
  readonly actor: string;
  readonly grantedAt: Date;
  /** The lot is good before this time, not at it. */
  readonly expiresAt: Date;
}

/** How much a hold has of one lot. */
export interface Share {
  readonly lotId: string;
  readonly amountCredits: number;
}

/** Credits that are reserved for a run until it is settled. It ends once (rule 5). */
export interface Hold {
  readonly id: string;
  readonly amountCredits: number;
  /** Which lots it took, and how much of each, in the order in which they burn. */
  readonly split: readonly Share[];
  readonly state: HoldState;
  /** Which lots the capture spent, and how much of each. */
  readonly captured: readonly Share[];
  /** What the hold is about outside the ledger, such as a run. */
  readonly reference: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A wallet's state: all that the rules need to know for one command. */
export interface Wallet {
  readonly id: string;
  /** How many entries the wallet has; the next one has this number plus one. */
  readonly entryCount: number;
  /** In the order in which they burn: every lot with something in it, and those a command names. */
  readonly lots: readonly Lot[];
  /** Every open hold whose time has come, and those a command names. */
  readonly holds: readonly Hold[];
  /** At and below this the balance is low; absent before the first trial or purchase. */
  readonly lowMarkCredits?: number;
}

/** What can be spent of a wallet, in credits. */
export function availableCredits(wallet: Pick<Wallet, 'lots'>): number {
  return sumOf(wallet.lots, (lot) => lot.remainingCredits);
}

/** What open holds have of a wallet, in credits. */
export function heldCredits(wallet: Pick<Wallet, 'lots'>): number {
  return sumOf(wallet.lots, (lot) => lot.heldCredits);
}

/** The debt of a wallet, in credits: refunds of credits that were already spent. */
export function owedCredits(wallet: Pick<Wallet, 'lots'>): number {
  return sumOf(wallet.lots, (lot) => lot.owedCredits);
}

/** What the entries of a wallet sum to, in credits (rule 2). */
export function balanceCredits(wallet: Pick<Wallet, 'lots'>): number {
  return availableCredits(wallet) + heldCredits(wallet) - owedCredits(wallet);
}

/** Lots in the order in which they are spent: priority of the source, earliest expiry, oldest. */
export function inBurnOrder(lots: readonly Lot[]): readonly Lot[] {
  return lots.toSorted(
    (a, b) =>
      burnPriority[a.source] - burnPriority[b.source] ||
      byTime(a.expiresAt, b.expiresAt) ||
      byTime(a.grantedAt, b.grantedAt) ||
      byText(a.id, b.id),
  );
}

/**
 * The wallet with the lots of some shares replaced by what `change` makes of them. The others stay
 * the same objects, by which a store knows what it has to write.
 *
 * @throws RangeError when a share is of a lot that is not in the wallet: credits would be lost
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

/** Earlier times first, for sorting. */
export function byTime(a: Date, b: Date): number {
  return a.getTime() - b.getTime();
}

/** Texts by their code units, for sorting: the same on every machine, whatever its locale. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The lowest burns first. A dispute won gives back what was bought, so it burns like it. */
const burnPriority = {
  trial: 0,
  operator: 1,
  purchase: 2,
  refund_reversed: 2,
} as const satisfies Record<CreditSource, number>;

function sumOf(lots: readonly Lot[], count: (lot: Lot) => number): number {
  return lots.reduce((sum, lot) => sum + count(lot), 0);
}

/** Whether a number can be the amount of a command: whole, at least 1, at most the most. */
export function isAmount(credits: number): boolean {
  return Number.isSafeInteger(credits) && credits >= 1 && credits <= maxAmountCredits;
}

/** At and below how many credits a balance is low, after a trial or a purchase of that size. */
export function lowMarkOf(amountCredits: number): number {
  return Math.floor(amountCredits * lowBalanceShare);
}

/**
 * Whether a wallet is low. What is held counts as there: a run that is given back would otherwise
 * cross the mark twice without spending anything.
 */
export function isLow(wallet: Wallet): boolean {
  if (wallet.lowMarkCredits === undefined) return false;
  return availableCredits(wallet) + heldCredits(wallet) <= wallet.lowMarkCredits;
}

/** Whether a change is the one that made a wallet low: true once per crossing of the mark. */
export function fellLow(before: Wallet, after: Wallet): boolean {
  return isLow(after) && before.lowMarkCredits !== undefined && !isLow(before);
}
