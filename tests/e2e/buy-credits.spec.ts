import { expect, type Page, test } from 'playwright/test';
import { openAccount, showAccount } from './support/account.ts';
import { avatar, troublesOf } from './support/visitor.ts';

/** Presses the button of a pack; ends on the payment page. */
async function chooseSluice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buy Sluice' }).click();
  await expect(page.getByRole('button', { name: 'Pay $5' })).toBeVisible();
}

test('who buys a pack sees its credits at once, and later what a refund took', async ({ page }) => {
  const troubles = troublesOf(page);
  const email = await openAccount(page);
  await chooseSluice(page);
  const desk = new URL('/', page.url()).href;
  await page.getByRole('button', { name: 'Pay $5' }).click();

  await expect(page.getByText('Paid: 100 credits added. Thank you.')).toBeVisible();
  await expect(page).toHaveURL('/account/#purchases');
  await expect(page.locator('#purchases')).toBeInViewport();
  await expect(page.locator('.account-number')).toHaveText('125');
  await expect(
    page.locator('#purchases').getByRole('row', { name: /Sluice.*Paid.*\$5/ }),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /^Purchase: 100 credits.*\+100 125$/ })).toBeVisible();
  await avatar(page).click();
  await expect(page.getByRole('menuitem', { name: 'Credits: 125' })).toBeVisible();

  await page.goto(desk);
  const payment = page.getByRole('article').filter({ hasText: email });
  await payment.getByLabel('Amount').fill('2.50');
  await payment.getByRole('button', { name: 'Refund' }).click();
  await showAccount(page);
  await expect(page.locator('.account-number')).toHaveText('75');
  await expect(
    page.getByRole('row', { name: /^Refund: 50 credits taken back.*−50 75$/ }),
  ).toBeVisible();
  await expect(page.getByText('$2.50 refunded, 50 credits taken back')).toBeVisible();
  expect(troubles).toEqual([]);
});

test('who leaves the payment page is told that nothing was charged, once', async ({ page }) => {
  await openAccount(page, '/zh/account/');
  await page.getByRole('button', { name: '购买水渠' }).click();
  await page.getByRole('link', { name: '不付款，返回' }).click();
  await expect(page).toHaveURL('/zh/account/#packs');
  const said = page.getByText('没有扣款，也没有积分到账');
  await expect(said).toBeVisible();
  await expect(page.getByRole('row', { name: /水渠.*等待付款/ })).toBeVisible();
  await page.reload();
  await expect(page.locator('#packs')).toBeVisible();
  await expect(said).toHaveCount(0);
});

test('a payment that is not confirmed is asked for again until it is', async ({ page }) => {
  await openAccount(page);
  const id = '019a0000-0000-7000-8000-000000000001';
  const sold = { id, pack: 'sluice', credits: 100, currency: 'USD', amountMinor: 500 };
  const taken = { takenBackMinor: 0, takenBackCredits: 0, createdAt: '2026-11-20T08:30:00.000Z' };
  let state = 'pending';
  await page.route('**/api/purchases*', (route) =>
    route.fulfill({ json: { purchases: [{ ...sold, ...taken, state }], next: null } }),
  );
  await page.goto(`/account/?purchase=${id}#purchases`);
  await expect(page.getByText('Waiting for the payment service')).toBeVisible();
  state = 'paid';
  await expect(page.getByText('Paid: 100 credits added.')).toBeVisible();
});

test('a payment service that does not answer costs nothing, and can be tried again', async ({
  page,
}) => {
  await openAccount(page);
  const code = 'payments_unreachable';
  const problem = { type: '', title: '', status: 503, code, detail: '', requestId: '' };
  await page.route('**/api/checkout', (route) => route.fulfill({ status: 503, json: problem }));
  await page.getByRole('button', { name: 'CNY' }).click();
  await expect(page.locator('#packs').getByText('CN¥35', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Buy Sluice' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was charged' })).toBeVisible();
  await page.unroute('**/api/checkout');
  await page.getByRole('button', { name: 'Buy Sluice' }).click();
  await expect(page.getByRole('button', { name: 'Pay CN¥35' })).toBeVisible();
});
