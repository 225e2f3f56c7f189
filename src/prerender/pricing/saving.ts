import type { Currency, Pack } from '../../contract/prices.ts';

/** How much less a credit of a pack costs than one of another pack, as a share of one. */
export function savingOn(pack: Pack, other: Pack, currency: Currency): number {
  return 1 - priceOfCredit(pack, currency) / priceOfCredit(other, currency);
}

function priceOfCredit({ priceMinor, amountCredits }: Pack, currency: Currency): number {
  return priceMinor[currency] / amountCredits;
}
