import { expect } from 'playwright/test';
import { accountSections } from '../../src/contract/checkout.ts';
import { localizedPath } from '../../src/contract/language.ts';
import { expectAccessible, expectRoom, looks } from './support/accessible.ts';
import { liveWholeLife, openAccount, showAccount, showSection } from './support/account.ts';
import { observeShifts, shiftOf, shiftsOf } from './support/fitting.ts';
import { test } from './support/test.ts';
import { pageErrorsOf, signInByRequests } from './support/visitor.ts';

/** How much of the window may move, as Chromium counts it; Google calls 0.1 good. */
const maxShift = 0.01;

for (const { theme, width, language } of looks) {
  const path = localizedPath('/account/', language);
  test.describe(`in ${theme} at ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 800 } });

    test(`axe finds nothing on a whole life at ${path}, and nothing moves`, async ({ page }) => {
      const pageErrors = pageErrorsOf(page);
      await liveWholeLife(page);
      await openAccount(page, path);
      await observeShifts(page);
      await showAccount(page, path);
      await page.locator('#usage').scrollIntoViewIfNeeded();
      await expect(page.locator('#usage canvas')).toHaveCount(2);
      expect(await shiftOf(page)).toBeLessThan(maxShift);
      await page.locator('#usage button[aria-expanded]').click();
      for (const [section] of accountSections.toReversed()) {
        await showSection(page, section);
        await expectAccessible(page);
        await expectRoom(page);
      }
      await expect(page.locator('#purchases tbody tr')).toHaveCount(9);
      await showAccount(page, `${path}#delete`);
      // On a phone the list of sections is wider than the screen.
      const isInside = page.locator('.account-nav [aria-current]').evaluate((link) => {
        const { left, right } = link.getBoundingClientRect();
        return left >= 0 && right <= innerWidth;
      });
      expect(await isInside).toBe(true);
      expect(pageErrors).toEqual([]);
    });
  });
}

test('in forced colours the lines of the plot show through its area', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await liveWholeLife(page);
  await openAccount(page);
  const plot = page.locator('#usage canvas').first();
  await plot.scrollIntoViewIfNeeded();
  /** The share of pixels with the strength of the area, which is 16 %. */
  const lightShare = () =>
    plot.evaluate((canvas: HTMLCanvasElement) => {
      const { width, height } = canvas;
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
      const strengths = Array.from(pixels).filter((_, at) => at % 4 === 3);
      return strengths.filter((one) => one > 30 && one < 60).length / strengths.length;
    });
  await expect.poll(lightShare).toBeGreaterThan(0.2);
});

test('nothing moves on the flows page, whenever the flows come', async ({ page }) => {
  await signInByRequests(page);
  await observeShifts(page);
  await page.goto('/flows/');
  await expect(page.locator('.flows-runs')).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});

test('nothing moves when the preview of a title that was typed before comes late', async ({
  page,
}) => {
  await signInByRequests(page);
  await page.goto('/flows/#social-card');
  const bench = page.locator('.flows-bench:not([hidden])');
  await bench.getByRole('textbox').first().fill('A title from before');
  await expect(bench.locator('.flows-preview img')).toBeVisible();
  await observeShifts(page);
  await page.route(/CardPreview/, async (route) => {
    await expect(bench.getByRole('heading', { name: 'Result' })).toBeVisible();
    await route.continue();
  });
  await page.reload();
  await expect(bench.locator('.flows-preview img')).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});

test('the sections are reached by keyboard and by their addresses, and so is the deletion', async ({
  page,
}) => {
  await openAccount(page);
  const parts = page.getByRole('navigation', { name: 'Sections of the account' });
  await parts.getByRole('link', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/account/#delete');
  await expect(page.getByRole('heading', { name: 'Delete the account' })).toBeFocused();
  await expect(parts.getByRole('link', { name: 'Delete' })).toHaveAttribute('aria-current', 'page');
  await expect(page.locator('#balance')).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Type it exactly' })).toBeVisible();

  await page.goBack();
  await expect(page.locator('#balance')).toBeVisible();
  await expect(page.locator('#delete')).toBeHidden();
  await showAccount(page, '/zh/account/#purchases');
  await expect(page.locator('#purchases')).toBeInViewport();
});
