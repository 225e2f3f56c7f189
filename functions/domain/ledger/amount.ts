import { maxAmountCredits } from '../../../src/contract/credits.ts';

/** Whether a number can be the amount of a command: whole, at least 1, at most the most. */
export function isAmount(credits: number): boolean {
  return Number.isSafeInteger(credits) && credits >= 1 && credits <= maxAmountCredits;
}
