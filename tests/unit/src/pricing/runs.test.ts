import { expect, it } from 'vitest';
import { flowsOnOffer } from '../../../../src/pricing/flows-on-offer.ts';
import { runsFor } from '../../../../src/pricing/runs.ts';

const flows = flowsOnOffer('en');

it.each([0, 1, 25, 2_000])(
  '%i credits pay for the runs that are named, and for no more',
  (credits) => {
    const runs = runsFor(credits, flows);
    expect(runs.map(({ name }) => name)).toEqual(flows.map(({ name }) => name));
    for (const [index, { priceCredits }] of flows.entries()) {
      const count = runs[index]?.count ?? Number.NaN;
      expect(count * priceCredits).toBeLessThanOrEqual(credits);
      expect((count + 1) * priceCredits).toBeGreaterThan(credits);
    }
  },
);
