import { expect } from 'playwright/test';
import { openIdle } from '../support/idle-page.ts';
import { test } from './support/test.ts';
import { moving, requestsOf } from './support/visitor.ts';

test.use({ ...moving, viewport: { width: 360, height: 780 } });

test('the menu button opens the drawer, shows a close icon, and closes it again', {
  tag: '@daily',
}, async ({ page }) => {
  await openIdle(page, '/');
  const requests = requestsOf(page);
  const button = page.getByRole('button', { name: 'Menu' });
  const drawer = page.locator('#drawer');
  await expect(drawer).toBeHidden();
  // The browser lays the drawer out after the first paint, so that the press needs not do it.
  expect((await drawer.boundingBox())?.height).toBeGreaterThan(200);
  await expect(button.locator('.menu-open')).toBeVisible();

  await button.click();
  await expect(drawer.getByRole('link', { name: 'Pricing' })).toBeVisible();
  await expect(button.locator('.menu-close')).toBeVisible();
  await expect(button.locator('.menu-open')).toBeHidden();
  // The drawer slides in, and comes to rest under the bar.
  await expect.poll(async () => Math.round((await drawer.boundingBox())?.y ?? -1)).toBe(64);

  await button.click();
  await expect(drawer).toBeHidden();
  await expect(button.locator('.menu-open')).toBeVisible();
  expect(requests).toEqual([]);
});

test('by key the drawer closes behind the last link, and on Escape at its button', async ({
  page,
}) => {
  await openIdle(page, '/');
  const button = page.getByRole('button', { name: 'Menu' });
  const drawer = page.locator('#drawer');
  await button.press('Enter');
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(drawer.getByRole('link', { name: 'Products' })).toBeFocused();
  await expect(page.locator('astro-island[ssr]').filter({ has: drawer })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(button).toBeFocused();
  await button.press('Enter');
  await drawer.locator('a, button').last().focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toHaveCount(1);
  await expect(drawer).toBeHidden();
});

test('the drawer works without any script', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 780 },
  });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.locator('#drawer').getByRole('link', { name: 'Blog' }).click();
  await expect(page).toHaveURL('/blog/');
  await context.close();
});
