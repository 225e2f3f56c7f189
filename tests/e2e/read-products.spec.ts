import { expect } from 'playwright/test';
import { test } from './support/test.ts';
import { identify, newAddress, pageErrorsOf } from './support/visitor.ts';

test('four tools stand in two rows of two, where three stand in one', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  const offers = page.locator('.offers');
  const columns = () =>
    offers.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length);
  expect(await columns()).toBe(3);
  await offers.evaluate((list) => list.append(list.lastElementChild?.cloneNode(true) ?? ''));
  expect(await columns()).toBe(2);
});

test('no space follows a Chinese stop', async ({ page }) => {
  await page.goto('/zh/products/image-shrink/');
  expect(await page.getByRole('main').textContent()).not.toMatch(/[。；] +\p{sc=Han}/u);
});

test('a visitor reads what a product takes, gives and costs, and signs in only to run it', async ({
  page,
}) => {
  const pageErrors = pageErrorsOf(page);
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Image shrink' }).click();
  await expect(page).toHaveURL('/products/image-shrink/');
  const main = page.getByRole('main');
  await expect(main.getByText(/One run\s*1 credit$/)).toBeVisible();
  await expect(
    main.getByText('JPEG, PNG, WebP, AVIF, HEIC, TIFF or the first frame of a GIF, up to 25 MB'),
  ).toBeVisible();
  await expect(main.getByText('curl -X POST')).toBeVisible();
  await expect(main.getByText('Does the picture look worse?')).toBeVisible();
  await main.getByRole('link', { name: 'Document digest' }).click();
  await expect(page).toHaveURL('/products/document-digest/');
  expect(pageErrors).toEqual([]);

  await main.getByRole('link', { name: 'Run it on yours' }).click();
  await identify(page, newAddress());
  await expect(page).toHaveURL('/flows/#document-digest');
});
