/** The packs, as data. The pricing page, the checkout and the ledger read this one list. */

/** The currencies, as ISO 4217 codes; prices are in their minor units (cents, fen). */
export const currencies = ['USD', 'CNY'] as const;

export type Currency = (typeof currencies)[number];

export interface Pack {
  readonly id: string;
  readonly amountCredits: number;
  readonly priceMinor: Readonly<Record<Currency, number>>;
}

/** The packs of credits, smallest first. */
export const packs = [
  { id: 'sluice', amountCredits: 100, priceMinor: { USD: 500, CNY: 3_500 } },
  { id: 'race', amountCredits: 500, priceMinor: { USD: 2_000, CNY: 14_000 } },
  { id: 'river', amountCredits: 2_000, priceMinor: { USD: 6_000, CNY: 42_000 } },
] as const satisfies readonly Pack[];

export type PackId = (typeof packs)[number]['id'];

/** How long the credits of a pack can be spent, in months. */
export const packExpiresAfterMonths = 12;
