import { expect, it } from 'vitest';
import { offersStructuredData } from '../../../../../src/prerender/pricing/structured-data.ts';

it('offers each pack in each currency, with the price as it is charged', () => {
  const url = 'https://mill.example/pricing/';
  const data = offersStructuredData(
    [{ id: 'small', amountCredits: 100, priceMinor: { USD: 499, CNY: 3_500 } }],
    {
      name: 'Mill credits',
      description: 'What they cost.',
      url,
      imageUrl: 'https://mill.example/og/en/default.png',
      brand: 'Mill',
      nameOf: ({ amountCredits }) => `Small: ${amountCredits} credits`,
    },
  );
  const offer = {
    '@type': 'Offer',
    name: 'Small: 100 credits',
    sku: 'small',
    availability: 'https://schema.org/InStock',
    url,
  };
  expect(data).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Mill credits',
    description: 'What they cost.',
    url,
    image: 'https://mill.example/og/en/default.png',
    brand: { '@type': 'Brand', name: 'Mill' },
    offers: [
      { ...offer, price: '4.99', priceCurrency: 'USD' },
      { ...offer, price: '35.00', priceCurrency: 'CNY' },
    ],
  });
});
