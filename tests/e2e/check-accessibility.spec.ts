import { expect, type Page } from 'playwright/test';
import { languages, localizedPath } from '../../src/contract/language.ts';
import { expectAccessible, looks } from './support/accessible.ts';
import { expectFitting } from './support/fitting.ts';
import { publicPaths } from './support/public-paths.ts';
import { showSignInState, signInStates } from './support/sign-in-states.ts';
import { test } from './support/test.ts';
import { avatar, identify, newAddress } from './support/visitor.ts';

/** A page of each layout, each in one look. */
const layouts = [
  '/',
  '/zh/pricing/',
  '/products/image-shrink/',
  '/zh/developers/',
  '/developers/holds/',
  '/zh/blog/',
  '/blog/how-credits-work/',
  '/zh/privacy/',
  '/nowhere/',
];

/** The rules that a theme can break, as it changes colours only. */
const rulesOfColors = ['color-contrast', 'link-in-text-block'] as const;

/** Axe reads a long page four times, which takes a busy machine a while. */
const fourLooksMs = 180_000;

test.describe('at first in a narrow window', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  for (const path of publicPaths) {
    test(`${path} fits readers, and axe finds nothing, in both themes and widths`, async ({
      page,
    }) => {
      test.setTimeout(fourLooksMs);
      await expectFitting(page, path);
      // One load for all: neither the theme nor the width changes what is there, only its styles.
      for (const [place, look] of looks.entries()) {
        await takeOn(page, look);
        const isOtherTheme = looks[place - 1]?.width === look.width;
        await expectAccessible(page, isOtherTheme ? rulesOfColors : undefined);
      }
    });
  }
});

test('axe finds nothing on a page of each layout', { tag: '@daily' }, async ({ page }) => {
  test.setTimeout(fourLooksMs);
  for (const [place, path] of layouts.entries()) {
    const look = looks[place % looks.length] ?? looks[0];
    await page.goto(path);
    await takeOn(page, look);
    await expectAccessible(page);
  }
});

for (const language of languages) {
  for (const state of signInStates) {
    test(`axe finds nothing on a sign-in that is ${state} (${language})`, async ({ page }) => {
      await showSignInState(page, state, language);
      for (const look of looks.filter((one) => one.language === language)) {
        await takeOn(page, look);
        await expectAccessible(page);
      }
    });
  }
}

for (const { theme, width, language } of looks) {
  test.describe(`in ${theme} at ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 800 } });

    test('axe finds nothing on the opened Products', async ({ page }) => {
      await page.goto(localizedPath('/', language));
      const place = page.locator(width < 900 ? '#drawer' : 'header');
      if (width < 900) {
        await page.locator('button[popovertarget="drawer"]').click();
        await expect(place).toBeVisible();
        await expectAccessible(page);
      }
      await place.locator('a[href="#"]').click();
      await expect(place.locator('a[href$="/products/document-digest/"]')).toBeVisible();
      await expectAccessible(page);
    });

    test('axe finds nothing on the provider, the account and the avatar menu', async ({ page }) => {
      await page.goto(localizedPath('/account/', language));
      await expect(page.locator('input[name="email"]')).toBeVisible();
      await expectAccessible(page);
      await identify(page, newAddress());
      await page.locator('#usage').scrollIntoViewIfNeeded();
      await expect(page.locator('#usage canvas')).toHaveCount(2);
      await expectAccessible(page);
      await page.goto('/');
      await avatar(page).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page);
    });
  });
}

/** Shows the page that is open in another theme and width. */
async function takeOn(page: Page, { theme, width }: (typeof looks)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.locator('html').evaluate((root, shown) => {
    root.dataset.theme = shown;
  }, theme);
}
