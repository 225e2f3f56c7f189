import { expect, it } from 'vitest';
import { flows } from '../../../../../functions/flows/catalog.ts';
import {
  flowSummaries,
  runExample,
  runPrice,
} from '../../../../../src/prerender/pricing/flow-summaries.ts';

it.each(['en', 'zh'] as const)('the pages have the flows of the catalogue in %s', (language) => {
  const offered = flowSummaries(language).map(({ id, name, priceCredits }) => [
    id,
    name,
    priceCredits,
  ]);
  expect(offered).toEqual(flows.map(({ id, name, credits }) => [id, name[language], credits]));
});

it('a page that tells of a flow gets its price', () => {
  expect(flows.map(({ id }) => runPrice(id))).toEqual(flows.map(({ credits }) => credits));
});

it('a page that tells of a flow that is gone ends the build', () => {
  expect(() => runPrice('gone')).toThrow('functions/flows/catalog.ts');
});

it('an example is what the flow makes of an input', async () => {
  const parts = await runExample('social-card', { title: 'A mill' });
  expect(parts).toMatchObject([{ kind: 'file', mediaType: 'image/png', width: 1200, height: 630 }]);
});

it('an example that the flow does not take ends the build', async () => {
  await expect(runExample('social-card', { title: '' })).rejects.toThrow('flow social-card');
  await expect(runExample('gone', {})).rejects.toThrow('functions/flows/catalog.ts');
});
