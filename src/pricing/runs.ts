import { type FlowId, flowPrices } from '../contract/prices.ts';

/** How often one flow can be run. */
export interface Runs {
  readonly flow: FlowId;
  readonly count: number;
}

/** How many runs of each flow an amount of credits pays for, if it is spent on that flow alone. */
export function runsFor(amountCredits: number): readonly Runs[] {
  return flowPrices.map(({ id, priceCredits }) => ({
    flow: id,
    count: Math.floor(amountCredits / priceCredits),
  }));
}
