import { lowBalanceShare } from '../../../src/contract/credits.ts';
import { availableCredits, heldCredits, type Wallet } from './wallet.ts';

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
