import { expect, type Locator, type Page } from 'playwright/test';
import { test } from './support/test.ts';
import { avatar, moving, newAddress, signInByRequests, words } from './support/visitor.ts';

test.use(moving);

test('the whole journey works by keyboard alone', { tag: '@daily' }, async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  const tryForFree = page.locator('header').getByRole('link', { name: words.en.tryForFree });
  await tabTo(page, tryForFree);
  await page.keyboard.press('Enter');

  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type(newAddress());
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Ann Miller');
  await page.keyboard.press('Enter');
  await expect(avatar(page)).toBeVisible();

  await tabTo(page, avatar(page));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(tryForFree).toBeVisible();
});

test('the menu closes on Escape and gives the focus back', async ({ page }) => {
  await signInByRequests(page);
  await page.goto('/');
  await expect(avatar(page)).toBeVisible();
  await tabTo(page, avatar(page));
  await page.keyboard.press('Space');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(avatar(page)).toBeFocused();
});

test('a press of the avatar waits for its own script, when that of the bar comes first', async ({
  page,
}) => {
  await signInByRequests(page);
  const released = Promise.withResolvers<void>();
  await page.route('**/_astro/AvatarMenu.*.js', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.goto('/');
  await expect(avatar(page)).toBeVisible();
  await page.locator('header').getByRole('link', { name: 'Products' }).focus();
  await avatar(page).focus();
  await page.keyboard.press('Space');
  await expect(page.locator('astro-island[ssr]', { has: avatar(page) })).toHaveCount(1);
  released.resolve();
  await expect(page.getByRole('menu')).toBeVisible();
});

test('a focus that comes with the menu’s script stays on the avatar', async ({ page }) => {
  await signInByRequests(page);
  await page.goto('/');
  await page.route('**/_astro/AvatarMenu.*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()};${focusInTheNextTask}` });
  });
  await avatar(page).hover();
  await expect(page.locator('.avatar-button')).toBeAttached();
  await expect(avatar(page)).toBeFocused();
});

/** A script that focuses the avatar, in either of its forms, in the task after its own. */
const focusInTheNextTask = `{
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => document.querySelector('.avatar-place, .avatar-button').focus();
  port2.postMessage('');
}`;

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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test('the drawer opens, leads on with Tab, and gives the focus back on Escape', async ({
    page,
  }) => {
    await page.goto('/');
    const menu = page.getByRole('button', { name: 'Menu' });
    await tabTo(page, menu);
    await page.keyboard.press('Enter');
    const drawer = page.locator('#drawer');
    await page.keyboard.press('Tab');
    const products = drawer.getByRole('link', { name: 'Products' });
    await expect(products).toBeFocused();
    await page.keyboard.press('Enter');
    // The press is held until the script is there; what Tab leads to is not shown before.
    await expect(products).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Tab');
    await expect(drawer.getByRole('link', { name: /Social card/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(menu).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, drawer.getByRole('link', { name: 'Pricing' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pricing/');
  });
});

/** How many times Tab is pressed in search of an element. */
const maxTabs = 30;

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    // One question to the page: the avatar may be replaced by its menu between two.
    if ((await target.and(page.locator(':focus')).count()) > 0) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
