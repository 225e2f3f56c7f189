import { expect } from 'playwright/test';
import { test } from './support/test.ts';

for (const [path, twin] of [
  ['/', '/zh/'],
  ['/pricing/', '/zh/pricing/'],
  ['/blog/how-credits-work/', '/zh/blog/how-credits-work/'],
] as const) {
  test(`the language switch keeps the page: ${path}`, async ({ page, context }) => {
    await page.goto(path);
    await page.locator('header').getByRole('link', { name: '中文' }).click();
    await expect(page).toHaveURL(twin);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    expect(await context.cookies()).toContainEqual(
      expect.objectContaining({ name: 'language', value: 'zh' }),
    );
    await page.locator('header').getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
}

test('Chinese pages link to Chinese pages', async ({ page }) => {
  await page.goto('/zh/');
  const paths = await page
    .locator('a[href^="/"]:not([hreflang])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(
    paths.filter((path) => !/^\/(zh\/|api\/auth\/login\?returnTo=%2Fzh%2F)/.test(path ?? '')),
  ).toEqual([]);
});
