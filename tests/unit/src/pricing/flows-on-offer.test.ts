import { expect, it } from 'vitest';
import { flows } from '../../../../functions/flows/catalog.ts';
import { flowsOnOffer, runPrice } from '../../../../src/pricing/flows-on-offer.ts';

it.each(['en', 'zh'] as const)('the pages have the flows of the catalogue in %s', (language) => {
  const offered = flowsOnOffer(language).map(({ id, name, priceCredits }) => [
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
