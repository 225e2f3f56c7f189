import type { FlowOnOffer } from './flow-summaries.ts';

/** How often one flow can be run. */
export interface Runs {
  /** The flow's name, as the page has it. */
  readonly name: string;
  readonly count: number;
}

/** How many runs of each flow an amount of credits pays for, if it is spent on that flow alone. */
export function runsFor(amountCredits: number, flows: readonly FlowOnOffer[]): readonly Runs[] {
  return flows.map(({ name, priceCredits }) => ({
    name,
    count: Math.floor(amountCredits / priceCredits),
  }));
}
