import { expect, type Locator, type Page, test } from 'playwright/test';
import { avatar, newAddress, signIn, words } from './support/visitor.ts';

test('the whole journey works by keyboard alone', async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  const tryForFree = page.locator('header').getByRole('link', { name: words.en.tryForFree });
  await tabTo(page, tryForFree);
  await page.keyboard.press('Enter');

  await page.getByLabel('E-mail').focus();
  await page.keyboard.type(newAddress());
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ann Miller');
  await page.keyboard.press('Enter');
  await expect(avatar(page)).toBeVisible();

  await tabTo(page, avatar(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(tryForFree).toBeVisible();
});

test('the menu closes on Escape and gives the focus back', async ({ page }) => {
  await page.goto('/');
  await signIn(page, newAddress());
  await avatar(page).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(avatar(page)).toBeFocused();
});

test('focus alone fetches what Products needs, and Enter opens it', async ({ page }) => {
  await page.goto('/');
  const products = page.locator('header').getByRole('link', { name: 'Products' });
  await tabTo(page, products);
  await page.keyboard.press('Enter');
  await expect(products).toHaveAttribute('aria-expanded', 'true');
  await expect(products).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('header').getByRole('link', { name: /Social card/ })).toBeFocused();
});

/** How many times Tab is pressed in search of an element. */
const maxTabs = 30;

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No focus on ${target} after ${maxTabs} times Tab`);
}
