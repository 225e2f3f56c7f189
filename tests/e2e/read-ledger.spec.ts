import { expect } from 'playwright/test';
import {
  anEntry,
  liveWholeLife,
  openAccount,
  showAccount,
  showSection,
} from './support/account.ts';
import { shown, trialCredits } from './support/product.ts';
import { test } from './support/test.ts';
import { requestsOf } from './support/visitor.ts';

/** The scripts of the account's parts and of the plot, which the build names after their files. */
const overviewScript = /\/Overview\.[^/]+\.js$/;
const plotScript = /\/Plot\.[^/]+\.js$/;

test('entries come page by page, and by what they are about', async ({ page }) => {
  await openAccount(page);
  const numbers = Array.from({ length: 60 }, (_, nth) => 60 - nth);
  await page.route('**/api/credits/entries*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const from = Number(query.get('cursor') ?? 0);
    const kind = query.get('kind') === 'expire' ? 'expire' : 'capture';
    const entries = numbers.slice(from, from + 25).map((number) => anEntry(number, { kind }));
    const next = from + 25 < numbers.length ? String(from + 25) : null;
    return route.fulfill({ json: { entries, next } });
  });
  await showAccount(page, '/account/#entries');
  const rows = page.locator('#entries tbody tr');
  await expect(rows).toHaveCount(25);
  const more = page.getByRole('button', { name: 'Earlier entries' });
  await more.press('Enter');
  await expect(rows).toHaveCount(50);
  await expect(rows.nth(25)).toBeFocused();
  await more.press('Enter');
  await expect(rows).toHaveCount(60);
  await expect(more).toHaveCount(0);
  await expect(rows.nth(50)).toBeFocused();
  await expect(rows.last()).toContainText('Social card: 2 credits used');

  // This one is never answered, and called off when it is no longer the question.
  await page.route('**/api/credits/entries?kind=grant*', () => undefined);
  const calledOff = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Received' }).click();
  await page.getByRole('button', { name: 'Expired' }).click();
  expect((await calledOff).url()).toContain('?kind=grant');
  await expect(rows.first()).toContainText('Expired: 2 credits');
  await expect(rows).toHaveCount(25);
});

test('a low balance is said once, until it was put away and rose again', async ({ page }) => {
  await openAccount(page);
  const low = page.getByText('Running low: 20% of your last pack or trial is left, or less.');
  await liveWholeLife(page);
  await showAccount(page);
  await expect(low).toBeVisible();
  await expect(page.getByText('There is nothing to pay')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(low).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Credits to spend' })).toBeFocused();
  await showAccount(page);
  await expect(low).toHaveCount(0);
  await page.unroute('**/api/credits/entries*');
  await showAccount(page);
  await liveWholeLife(page);
  await showAccount(page);
  await expect(low).toBeVisible();
});

test('the plot is drawn when it is seen, and its figures can be read in a table', async ({
  page,
}) => {
  await openAccount(page);
  await page.setViewportSize({ width: 1280, height: 400 });
  const requests = requestsOf(page);
  const plotScripts = () => requests.filter((url) => plotScript.test(url));
  await showAccount(page, '/account/#entries');
  expect(requests.filter((url) => overviewScript.test(url))).toHaveLength(1);
  const plots = page.locator('#usage canvas');
  await expect(plots).toHaveCount(0);
  expect(plotScripts()).toEqual([]);
  await showSection(page, 'balance');
  await page.locator('#usage').scrollIntoViewIfNeeded();
  await expect(plots).toHaveCount(2);
  expect(plotScripts()).toHaveLength(1);

  await expect(
    page.getByText(new RegExp(`: balance ${shown.en.whole(trialCredits)}, used 0$`)),
  ).toBeVisible();
  await page
    .locator('#usage .u-over')
    .first()
    .hover({ position: { x: 9, y: 9 } });
  await expect(page.getByText(/^\d+ \w+ \d{4}: balance 0, used 0$/)).toBeVisible();

  const table = page.getByRole('table', { name: 'Balance and usage of credits' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Week' }).click();
  await expect(table.getByRole('row', { name: /^Week of/ })).toHaveCount(3);
  await page.getByRole('button', { name: 'Show as a table' }).focus();
  await page.keyboard.press('Enter');
  await expect(table.getByText('Week of').first()).toBeInViewport();
});

test('whoever is only sent on to sign in downloads neither the account nor the plot', async ({
  page,
}) => {
  const requests = requestsOf(page);
  await page.goto('/account/');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect(requests.filter((url) => /\/Account\.[^/]+\.js$/.test(url))).toHaveLength(1);
  expect(requests.filter((url) => overviewScript.test(url) || plotScript.test(url))).toEqual([]);
});
