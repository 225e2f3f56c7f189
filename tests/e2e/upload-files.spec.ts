import { expect, type Page } from 'playwright/test';
import { photograph } from '../support/pictures.ts';
import { expectAccessible } from './support/accessible.ts';
import { balance, bench, downloads, openFlow, start, wantSmallest } from './support/flows.ts';
import { haveCredits } from './support/product.ts';
import { test } from './support/test.ts';
import { pageErrorsOf } from './support/visitor.ts';

async function openWithPhotograph(page: Page, path: string): Promise<void> {
  await openFlow(page, path);
  await bench(page)
    .locator('input[type="file"]')
    .setInputFiles({
      name: 'IMG_0042.jpg',
      mimeType: 'image/jpeg',
      // Too large to go with the run, which is all that is tried here.
      buffer: await photograph(2_240, 1_680),
    });
  await expect(bench(page).locator('.flows-picture img')).toBeVisible();
  await wantSmallest(page);
}

const isStorage = (url: URL) => url.pathname.startsWith('/storage/');

test('a photograph of more than 1 MB is sent once for two runs', { tag: '@daily' }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  const pageErrors = pageErrorsOf(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.url());
  });
  await openWithPhotograph(page, '/flows/#image-shrink');
  await start(page).click();
  await expect(downloads(page).first()).toBeVisible({ timeout: 60_000 });
  await expect(balance(page)).toHaveText(haveCredits(-1));
  await bench(page).getByRole('button', { name: 'Run again with this' }).click();
  await start(page).click();
  await expect(balance(page)).toHaveText(haveCredits(-2), { timeout: 60_000 });
  expect(sent).toHaveLength(1);
  expect(pageErrors).toEqual([]);
});

test('an upload shows its bytes, is cancelled by key, and costs nothing', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(isStorage, async (route) => {
    await held.promise;
    await route.abort().catch(() => undefined);
  });
  await openWithPhotograph(page, '/flows/#image-shrink');
  await start(page).click();
  const bar = bench(page).getByRole('progressbar', { name: 'Sending the file' });
  await expect(bar).toBeVisible();
  await expect(bench(page).getByText(/of \d\.\d MB$/)).toBeVisible();
  await expect(
    bench(page).getByRole('status').filter({ hasText: 'Sending the file' }),
  ).toBeVisible();
  await expectAccessible(page);
  const cancel = bench(page).getByRole('button', { name: 'Cancel' });
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(bar).toBeHidden();
  await expect(start(page)).toHaveText('Run for 1 credit');
  await expect(balance(page)).toHaveText(haveCredits(0));
  held.resolve();
});

test('an interrupted upload says so in Chinese, and is sent again to the same address', async ({
  page,
}) => {
  const announced: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/uploads')) {
      announced.push(request.url());
    }
  });
  await page.route(isStorage, (route) => route.abort('connectionreset'), { times: 1 });
  await openWithPhotograph(page, '/zh/flows/#image-shrink');
  await start(page).click();
  await expect(bench(page).getByRole('alert').filter({ hasText: '文件没有送达' })).toBeVisible();
  await expect(
    bench(page)
      .getByRole('alert')
      .filter({ hasText: /没有扣(?:费|积分)/ }),
  ).toBeVisible();
  await start(page).click();
  await expect(downloads(page).first()).toBeVisible({ timeout: 60_000 });
  expect(announced).toHaveLength(1);
});
