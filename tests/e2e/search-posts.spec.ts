import { expect, type Page } from 'playwright/test';
import { searchIndex } from '../../src/prerender/blog/search-index.ts';
import { resultsPerPage } from '../../src/search/search.ts';
import { test } from './support/test.ts';
import { pageErrorsOf, requestsOf } from './support/visitor.ts';

const field = (page: Page) => page.locator('main').getByRole('searchbox');
const results = (page: Page) => page.locator('main ol > li');
const said = (page: Page) => page.locator('main').getByRole('status');

const manyPosts = Array.from({ length: resultsPerPage + 5 }, (_, number) => ({
  slug: `post-${number}`,
  title: `Post ${number}`,
  description: 'About a wheel.',
  day: '2026-01-01',
  text: 'Water.',
}));

test('a reader searches from the blog and opens what is found', { tag: '@daily' }, async ({
  page,
}) => {
  const pageErrors = pageErrorsOf(page);
  await page.goto('/blog/');
  await field(page).fill('expiry');
  await field(page).press('Enter');
  await expect(page).toHaveURL('/blog/search/?q=expiry');
  await expect(said(page)).toHaveText(/^\d posts? found$/);
  await expect(results(page).first().locator('mark').first()).toHaveText(/expiry/i);
  const link = results(page).first().getByRole('link');
  const title = await link.textContent();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  expect(pageErrors).toEqual([]);
});

test('typing changes the results and the address, and asks for each file once', async ({
  page,
}) => {
  await page.goto('/blog/search/');
  await expect(field(page)).toBeFocused();
  await expect(said(page)).toContainText('Type a word');
  const requests = requestsOf(page);
  await field(page).pressSequentially('webp');
  await expect(page).toHaveURL('/blog/search/?q=webp');
  await expect(results(page).first()).toBeVisible();
  await field(page).fill('webp avif');
  await expect(page).toHaveURL('/blog/search/?q=webp+avif');
  await expect(results(page).first().locator('mark').first()).toHaveText(/^(?:webp|avif)$/i);
  await field(page).fill('');
  await expect(page).toHaveURL('/blog/search/');
  await expect(results(page)).toHaveCount(0);
  await expect(said(page)).toContainText('Type a word');
  const ofIndex = requests.filter((url) => url.includes('/search/en/'));
  expect(ofIndex.length).toBeGreaterThan(2);
  expect(ofIndex).toEqual([...new Set(ofIndex)]);
});

test('a query that nothing has is repeated, as text, with what to do', async ({ page }) => {
  const pageErrors = pageErrorsOf(page);
  const query = '<img src=x onerror=alert(1)>';
  await page.goto(`/blog/search/?q=${encodeURIComponent(query)}`);
  await expect(said(page)).toHaveText(`No post has “${query}”.`);
  await expect(page.getByText('Every word has to be in the post.')).toBeVisible();
  await expect(page.locator('main img')).toHaveCount(0);
  expect(pageErrors).toEqual([]);
});

test('a mistyped word is answered by one that posts have', async ({ page }) => {
  await page.goto('/blog/search/?q=ledgr');
  await expect(said(page)).toHaveText('No post has “ledgr”.');
  await page.getByRole('link', { name: 'Did you mean “ledger”?' }).click();
  await expect(page).toHaveURL('/blog/search/?q=ledger');
  await expect(results(page).first().locator('mark').first()).toHaveText(/ledger/i);
  await expect(page.getByRole('link', { name: /^Did you mean/ })).toBeHidden();
});

test('when the index does not come, the reader is told and can try again', async ({ page }) => {
  await page.route('**/search/en/**', (route) => route.abort());
  await page.goto('/blog/search/?q=credits');
  await expect(said(page)).toContainText('could not be loaded');
  await page.unroute('**/search/en/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(results(page).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden();
});

test('while the index is on its way, the page says so', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/search/en/index.json', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto('/blog/search/?q=credits');
  await expect(said(page)).toHaveText('Searching …');
  resolve();
  await expect(results(page).first()).toBeVisible();
});

test('more results than a page has come when they are asked for, and the keyboard goes on there', async ({
  page,
}) => {
  const { list, files } = searchIndex(manyPosts);
  const answers = { index: list, 'terms-0': files.terms[0], 'texts-0': files.texts[0] };
  await page.route('**/search/en/**', (route) => {
    const [, name = ''] = /([^/]+)\.json$/.exec(route.request().url()) ?? [];
    const answer = Object.entries(answers).find(([key]) => key === name)?.[1];
    return route.fulfill({ body: typeof answer === 'string' ? answer : JSON.stringify(answer) });
  });
  await page.goto('/blog/search/?q=wheel');
  await expect(said(page)).toHaveText(`${manyPosts.length} posts found`);
  await expect(results(page)).toHaveCount(resultsPerPage);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(results(page)).toHaveCount(manyPosts.length);
  await expect(results(page).nth(resultsPerPage).getByRole('link')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
});

test('by keyboard alone, a reader searches and opens a post', async ({ page }) => {
  await page.goto('/blog/search/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('ledger');
  await page.keyboard.press('Enter');
  await expect(results(page).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.locator('main').getByRole('button', { name: 'Search' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(results(page).first().getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/blog\/[a-z-]+\/$/);
});

test('without scripts, the page says what search needs', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/blog/');
  await field(page).fill('credits');
  await field(page).press('Enter');
  await expect(page).toHaveURL('/blog/search/?q=credits');
  await expect(page.locator('main noscript > p')).toBeVisible();
  await expect(page.locator('main').getByRole('link', { name: 'All posts' })).toBeVisible();
  await context.close();
});

for (const path of ['/blog/tags/credits/', '/nowhere/']) {
  test(`${path} leads to search`, async ({ page }) => {
    await page.goto(path);
    const link = page.locator('main').getByRole('link', { name: 'Search the blog' });
    const form = page.locator('main search form[action="/blog/search/"]');
    await expect(link.or(form)).toBeVisible();
  });
}
