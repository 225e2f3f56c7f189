import { expect, type Page } from 'playwright/test';
import { emblemSvg, largeHeic, photograph } from '../support/pictures.ts';
import { test } from './support/test.ts';
import { pageErrorsOf, signInByRequests } from './support/visitor.ts';

const bench = (page: Page) => page.locator('.flows-bench:not([hidden])');
const start = (page: Page) => bench(page).locator('button[type="submit"]');
const results = (page: Page) => bench(page).locator('.flows-result-file a[download]');

async function open(page: Page, path: string): Promise<void> {
  await signInByRequests(page, { verified: true });
  await page.goto(path);
  await expect(start(page)).toBeVisible();
}

// `upload-files.spec.ts` has a smaller JPEG, in English and Chinese.
test('a phone’s JPEG and HEIC of 12 megapixels go through in Chinese', async ({ page }) => {
  test.setTimeout(180_000);
  const pageErrors = pageErrorsOf(page);
  await open(page, '/zh/flows/#image-shrink');
  const files = [
    { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await photograph() },
    { name: 'IMG_2.heic', mimeType: 'image/heic', buffer: await largeHeic() },
  ];
  await bench(page).locator('input[type="file"]').setInputFiles(files);
  await expect(bench(page).locator('.flows-drop .flows-pictures li')).toHaveCount(2);
  // Small results take a fraction of the time.
  await bench(page).getByRole('checkbox', { name: '320', exact: true }).check();
  for (const name of ['640', '1280']) {
    await bench(page).getByRole('checkbox', { name, exact: true }).uncheck();
  }
  await start(page).click();
  const items = bench(page).locator('.flows-items > li');
  await expect(items).toHaveCount(2, { timeout: 120_000 });
  await items.nth(1).locator('summary').click();
  await expect(items.nth(1)).toContainText(/拍摄地点.*iPhone 15/);
  await expect(results(page)).toHaveCount(4);
  expect(pageErrors).toEqual([]);
});

for (const { path, title, name } of [
  { path: '/flows/#social-card', title: 'Title', name: 'Site name' },
  { path: '/zh/flows/#social-card', title: '标题', name: '网站名称' },
]) {
  test(`a company’s own card goes through ${path}`, async ({ page }) => {
    const pageErrors = pageErrorsOf(page);
    await open(page, path);
    await bench(page).getByRole('textbox', { name: title, exact: true }).fill('Water 小城的水');
    await bench(page).getByRole('textbox', { name, exact: true }).fill('Water & Sons');
    const buffer = Buffer.from(emblemSvg);
    const emblem = { name: 'emblem.svg', mimeType: 'image/svg+xml', buffer };
    await bench(page).locator('input[type="file"]').setInputFiles(emblem);
    await expect(bench(page).getByText('emblem.svg')).toBeVisible();
    await start(page).click();
    const card = bench(page).locator('.flows-result-file img');
    await expect(card).toHaveJSProperty('naturalWidth', 1200);
    expect(pageErrors).toEqual([]);
  });
}
