import { expect, it } from 'vitest';
import { flowPrices } from '../../../../src/contract/prices.ts';
import { runsFor } from '../../../../src/pricing/runs.ts';

it.each([0, 1, 25, 2_000])(
  '%i credits pay for the runs that are named, and for no more',
  (credits) => {
    const runs = runsFor(credits);
    expect(runs.map(({ flow }) => flow)).toEqual(flowPrices.map(({ id }) => id));
    for (const [index, { priceCredits }] of flowPrices.entries()) {
      const count = runs[index]?.count ?? Number.NaN;
      expect(count * priceCredits).toBeLessThanOrEqual(credits);
      expect((count + 1) * priceCredits).toBeGreaterThan(credits);
    }
  },
);
