import { expect, it } from 'vitest';
import { flows } from '../../../../../functions/flows/catalog.ts';
import { ownFlows } from '../../../../../functions/flows/own.ts';
import {
  flowDetails,
  flowSummaries,
  runExample,
  runsFor,
} from '../../../../../src/prerender/pricing/flow-summaries.ts';

it.each(['en', 'zh'] as const)('the pages list the flows of the catalogue in %s', (language) => {
  const offered = flowSummaries(language).map(({ id, name, priceCredits }) => [
    id,
    name,
    priceCredits,
  ]);
  expect(offered).toEqual(flows.map(({ id, name, credits }) => [id, name[language], credits]));
});

it.each(['en', 'zh'] as const)(
  'a page of our flows says what each field takes and each part is (%s)',
  (language) => {
    const ours = flowDetails(language).slice(0, flows.length - ownFlows.length);
    const parts = ours.flatMap(({ fields, results }) => [
      ...fields.map(({ label, hint, choices }) => ({ label, said: hint ?? choices.join() })),
      ...results.map(({ label, hint }) => ({ label, said: hint })),
    ]);
    expect(parts.filter(({ said }) => !said)).toEqual([]);
  },
);

it('an example is the result of the flow for an input', async () => {
  const parts = await runExample('social-card', { title: 'A mill' });
  const mediaType = 'image/png';
  expect(parts[0]).toMatchObject({ kind: 'file', mediaType, width: 1200, height: 630 });
});

it('an example that the flow refuses stops the build', async () => {
  await expect(runExample('social-card', { title: '' })).rejects.toThrow('flow social-card');
  await expect(runExample('gone', {})).rejects.toThrow('functions/flows/catalog.ts');
});

const listed = flowSummaries('en');

it.each([0, 1, 25, 2_000])('%i credits pay for the listed runs and for no more', (credits) => {
  const runs = runsFor(credits, listed);
  expect(runs.map(({ name }) => name)).toEqual(listed.map(({ name }) => name));
  for (const [index, { priceCredits }] of listed.entries()) {
    const count = runs[index]?.count ?? Number.NaN;
    expect(count * priceCredits).toBeLessThanOrEqual(credits);
    expect((count + 1) * priceCredits).toBeGreaterThan(credits);
  }
});

it('a varying price counts runs of its example', () => {
  const [first] = listed;
  const varying = first && {
    ...first,
    example: { credits: 10, text: 'Ten pages cost 10 credits.' },
  };
  expect(runsFor(25, varying ? [varying] : [])).toEqual([{ name: first?.name, count: 2 }]);
});
