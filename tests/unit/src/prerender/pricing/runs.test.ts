import { expect, it } from 'vitest';
import { flowSummaries } from '../../../../../src/prerender/pricing/flow-summaries.ts';
import { runsFor } from '../../../../../src/prerender/pricing/runs.ts';

const flows = flowSummaries('en');

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
