import { expect, test as unwatched } from 'playwright/test';
import { openIdle } from '../support/idle-page.ts';
import { name } from './support/product.ts';
import { test } from './support/test.ts';
import { moving, requestsOf, words } from './support/visitor.ts';

test.use(moving);

test('Products leads nowhere without its script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  const products = page.locator('header').getByRole('link', { name: 'Products' });
  await expect(products).toHaveAttribute('href', '#');
  await products.click();
  await expect(page).toHaveURL('/#');
  await context.close();
});

test('the first press on Products opens its panel, though the script comes only then', {
  tag: '@daily',
}, async ({ page }) => {
  await openIdle(page, '/');
  const requests = requestsOf(page);
  const products = page.locator('header').getByRole('link', { name: 'Products' });
  // A press by script alone: no pointer came near and nothing was focused before.
  await products.evaluate((link: HTMLElement) => link.click());
  await expect(page.locator('header').getByText('Social card')).toBeVisible();
  await expect(products).toHaveAttribute('aria-expanded', 'true');
  expect(requests.some((url) => url.includes('TopBar'))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.locator('header').getByText('Social card')).toBeHidden();
  await expect(page).toHaveURL('/');
});

test('the theme switch changes the theme, keeps it, and needs no React', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openIdle(page, '/');
  const requests = requestsOf(page);
  await page
    .locator('header')
    .getByRole('button', { name: /light and dark/ })
    .click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(requests).toEqual([]);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the frame has the words of the specification', async ({ page }) => {
  await page.goto('/pricing/');
  const header = page.locator('header');
  await expect(header.getByRole('link', { name })).toHaveAttribute('href', '/');
  await expect(header.getByRole('link', { name: 'Pricing' })).toHaveAttribute('href', '/pricing/');
  await expect(header.getByRole('link', { name: 'Blog' })).toHaveAttribute('href', '/blog/');
  await expect(header.getByRole('link', { name: words.en.tryForFree })).toHaveAttribute(
    'href',
    '/api/auth/login?returnTo=%2Fpricing%2F',
  );
  const footer = page.locator('footer');
  await expect(footer).toContainText(`Copyright © ${new Date().getFullYear()} ${name}`);
  // On the machine of somebody who tries it, the product's domain would lead nowhere.
  const { origin } = new URL(page.url());
  await expect(footer.getByRole('link', { name })).toHaveAttribute('href', `${origin}/`);
  await expect(footer).toContainText(/About\s*Privacy\s*Contact/);
});

test('an address that does not exist answers 404 in the language of its path', async ({ page }) => {
  expect((await page.goto('/nowhere/'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is not here');
  expect((await page.goto('/zh/nowhere/'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('这里没有这个页面');
});

for (const path of ['/', '/zh/blog/', '/signin/?show=denied', '/flows/']) {
  // The violations are wanted here, so nothing watches for them.
  unwatched(`no text becomes code on ${path}`, async ({ page }) => {
    // Without an answer, the guard of `/flows/` leads nowhere meanwhile.
    await page.route('**/api/auth/me', () => {});
    await page.goto(path);
    const errors = await page.evaluate(() =>
      [
        () => document.body.insertAdjacentHTML('beforeend', '<img>'),
        () => document.createElement('script').setAttribute('src', '/a.js'),
      ].map((attempt) => {
        try {
          attempt();
          return 'allowed';
        } catch (error) {
          return error instanceof TypeError ? 'refused' : String(error);
        }
      }),
    );
    expect(errors).toEqual(['refused', 'refused']);
  });
}
