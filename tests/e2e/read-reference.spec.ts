import { expect } from 'playwright/test';
import { test } from './support/test.ts';
import { troublesOf } from './support/visitor.ts';

test('a developer goes from the guide to a call, and copies its program', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const troubles = troublesOf(page);
  await page.goto('/developers/');
  const index = page.getByRole('navigation', { name: 'Calls' });
  await index.getByRole('searchbox').fill('capture');
  await expect(index.getByRole('link', { name: 'GET /api/users/credits' })).toBeHidden();
  await index.getByRole('link', { name: 'POST /api/credits/holds/{id}/capture' }).click();
  await expect(page).toHaveURL('/developers/holds/#captureHold');

  const call = page.locator('#captureHold');
  await expect(call).toBeInViewport();
  await expect(call.getByText('Credits to charge; all that is held if absent.')).toBeVisible();
  await page.getByRole('radio', { name: 'Python' }).check();
  const sample = call.locator('figure').first();
  await expect(sample.getByText('curl -X POST')).toBeHidden();
  await sample.getByRole('button', { name: 'Copy' }).click();
  await expect(sample.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('requests.post(');
  expect(troubles).toEqual([]);
});

test('the reference needs no script: samples change by keyboard, the filter is not there', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/zh/developers/holds/');
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await page.getByRole('radio', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('await fetch(').first()).toBeVisible();
  await expect(page.getByText('curl -X POST').first()).toBeHidden();
  await context.close();
});
