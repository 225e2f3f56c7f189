import { expect, type Page } from 'playwright/test';
import { noisyPicture, photograph } from '../support/pictures.ts';
import { expectAccessible } from './support/accessible.ts';
import { balance, bench, downloads, openFlow, runs, start, wantSmallest } from './support/flows.ts';
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
  await expect(bench(page).getByText(/^Uploading [\d.]+ \w+ of \d\.\d MB$/)).toBeVisible();
  await expect(
    bench(page).getByRole('status').filter({ hasText: 'Sending the file' }),
  ).toBeVisible();
  await expectAccessible(page);
  const cancel = bench(page).getByRole('button', { name: 'Cancel' });
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(bar).toBeHidden();
  await expect(bench(page).getByText('You were not charged.')).toBeVisible();
  await expect(bench(page).getByRole('heading', { name: 'Result' })).toBeFocused();
  await expect(start(page)).toHaveText('Run for 1 credit');
  await expect(balance(page)).toHaveText(haveCredits(0));
  held.resolve();
});

test('how far a run is stands beside its button, and so does what went wrong', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openFlow(page, '/flows/#image-shrink');
  await bench(page)
    .locator('input[type="file"]')
    .setInputFiles({
      ...{ name: 'photo.png', mimeType: 'image/png' },
      buffer: await noisyPicture(360, 120).png().toBuffer(),
    });
  const over = Promise.withResolvers<void>();
  await page.route('**/flows/image-shrink/runs', async (route) => {
    await over.promise;
    await route.continue();
  });
  const [startedAt, keptUntil] = ['2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z'];
  const id = '019a0000-0000-7000-8000-000000000001';
  const running = { id, flow: 'image-shrink', status: 'running', credits: 1, startedAt, keptUntil };
  let lists = 0;
  await page.route(/:\d+\/runs$/, async (route) => {
    lists += 1;
    if (lists === 1) return route.continue();
    await route.fulfill({ json: { runs: [running], next: null } });
  });
  const preview = (await noisyPicture(240, 160).webp().toBuffer()).toString('base64');
  const oneRun = /:\d+\/runs\/[\da-f-]{36}$/;
  const read: string[] = [];
  await page.route(oneRun, async (route) => {
    read.push(new URL(route.request().url()).pathname);
    const progress = { done: 1, of: 4, refused: [], steps: { done: 1, of: 2, preview } };
    await route.fulfill({ json: { ...running, result: [], progress } });
  });
  await start(page).click();
  const bar = bench(page).getByRole('progressbar', { name: 'Running …' });
  await expect(bar).not.toHaveAttribute('value');
  await expect(bench(page).getByText('Picture 2 of 4 · Width 2 of 2')).toBeInViewport();
  await expect(bar).toHaveJSProperty('position', 1.5 / 4);
  const first = bench(page).getByRole('figure', { name: 'The first width is done.' });
  await expect(first.locator('img')).toHaveJSProperty('naturalWidth', 240);
  expect(new Set(read)).toEqual(new Set([`/runs/${id}`]));
  await expect(runs(page).getByText('Running')).toBeVisible();
  await page.unroute(/:\d+\/runs$/);
  await page.unroute(oneRun);
  over.resolve();
  await expect(bench(page).getByRole('heading', { name: 'Result' })).toBeInViewport();
  await expect(bench(page).locator('.flows-result-file a[download]').first()).toBeInViewport();

  await page.getByRole('button', { name: 'Run again with this' }).click();
  await expect(start(page)).toBeFocused();
  await page.route(/:\d+\/(?:flows\/.*|runs)$/, (route) => route.abort());
  await start(page).click();
  await expect(
    bench(page).getByRole('alert').filter({ hasText: 'There was no answer.' }),
  ).toBeInViewport();
  await expect(start(page)).toBeInViewport();
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
