import { expect, it } from 'vitest';
import { checkOwnSite, placeholdersIn } from '../../../../infra/aws/own-site.ts';
import { projectRoot } from '../../../support/site-copy.ts';

const own = { url: 'https://www.bakery.eu', contactEmail: 'hello@bakery.eu' };

it.each([
  ['hello@millrace.example', 1],
  ['hello@example.com', 1],
  ['hello@shop.test', 1],
  ['hello@example-bakery.com', 0],
  ['test@bakery.eu', 0],
])('the address %s has %i faults', (contactEmail, count) => {
  expect(placeholdersIn({ ...own, contactEmail }, new Map())).toHaveLength(count);
});

it('names an address that reaches nobody, and each page with a note', () => {
  const pages = new Map([
    ['src/content/pages/en/privacy.md', '> [!OPERATOR] Write your name.'],
    ['src/content/pages/en/about.md', 'About us.'],
  ]);
  expect(placeholdersIn({ ...own, url: 'https://millrace.example' }, pages)).toEqual([
    'url in src/site.config.ts is still https://millrace.example: run npm run adopt.',
    'src/content/pages/en/privacy.md still has a note for you: write what it asks for, and remove it.',
  ]);
});

it('a deployment is refused while prices stand for another amount than before', async () => {
  const packs = [{ id: 'small', priceMinor: { HUF: 2_000 } }];
  const detailsOf = async (confirmedCurrencies: readonly string[]) => {
    const config = { currencies: ['HUF'], packs, confirmedCurrencies };
    const { state, details } = await checkOwnSite(projectRoot, config);
    return { state, prices: details.filter((detail) => /HUF/.test(detail)) };
  };
  const { state, prices } = await detailsOf([]);
  expect(state).toBe('fails');
  expect(prices.map((one) => one.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/shown and charged as: small HUF 20\. Run npm run adopt with the prices/),
  ]);
  expect((await detailsOf(['HUF'])).prices).toEqual([]);
});

it('a deployment of a fresh clone is refused, for its addresses and for two pages a language', async () => {
  const { state, details } = await checkOwnSite(projectRoot);
  expect(state).toBe('fails');
  expect(details.filter((detail) => /privacy|contact/i.test(detail))).not.toEqual([]);
});
