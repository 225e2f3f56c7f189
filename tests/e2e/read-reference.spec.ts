import { expect } from 'playwright/test';
import { trialCredits } from './support/product.ts';
import { test } from './support/test.ts';
import { pageErrorsOf, signInByRequests } from './support/visitor.ts';

test('a developer goes from the guide to a call, and copies its program', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const pageErrors = pageErrorsOf(page);
  await page.goto('/developers/');
  const index = page.getByRole('navigation', { name: 'Calls' });
  await index.getByRole('searchbox').fill('capture');
  await expect(index.getByRole('link', { name: 'GET /api/users/credits' })).toBeHidden();
  await index.getByRole('link', { name: 'POST /api/credits/holds/{id}/capture' }).click();
  await expect(page).toHaveURL('/developers/holds/#captureHold');

  const call = page.locator('#captureHold');
  await expect(call).toBeInViewport();
  await expect(call.getByText('Credits to charge; all that is held if absent.')).toBeVisible();
  const sample = call.locator('figure').first();
  await sample.getByText('Python', { exact: true }).click();
  // A control with several labels would have all of them as its name.
  await expect(page.getByRole('radio', { name: 'Python', exact: true })).toBeChecked();
  await expect(sample.getByText('curl -X POST')).toBeHidden();
  await sample.getByRole('button', { name: 'Copy' }).click();
  await expect(sample.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('requests.post(');
  expect(pageErrors).toEqual([]);
});

test('the reference needs no script: samples change by keyboard, the filter is not there', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/zh/developers/holds/');
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.locator('figure').getByText('Python', { exact: true }).first()).toBeHidden();
  await page.getByRole('radio', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('await fetch(').first()).toBeVisible();
  await expect(page.getByText('curl -X POST').first()).toBeHidden();
  await context.close();
});

test('who is signed in tries calls with the own session; one that costs credits asks first', async ({
  page,
}) => {
  await page.goto('/developers/');
  await expect(page.getByRole('button', { name: 'Try it' })).toHaveCount(0);
  await signInByRequests(page);
  await page.goto('/developers/', { waitUntil: 'networkidle' });
  const balance = page.locator('#readCredits');
  await balance.getByRole('button', { name: 'Try it' }).click();
  await expect(balance.getByRole('group')).toContainText(`"available": ${trialCredits}`);

  await page.goto('/developers/flows/', { waitUntil: 'networkidle' });
  const run = page.locator('#startRun');
  const questions: string[] = [];
  page.once('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await run.getByRole('button', { name: 'Try it' }).click();
  await expect.poll(() => questions).toEqual([expect.stringContaining('charges your balance')]);
  await expect(run.getByRole('group', { name: 'Response' })).toBeHidden();
  page.once('dialog', (dialog) => void dialog.accept());
  await run.getByRole('button', { name: 'Try it' }).click();
  await expect(run.getByRole('group', { name: 'Response' })).toContainText(/^201\s/);
});
