import { expect, type Locator, type Page } from 'playwright/test';
import type { Purchase } from '../../src/contract/checkout.ts';
import { currencies, packs } from '../../src/site.config.ts';
import { openAccount, showAccount, showSection } from './support/account.ts';
import {
  creditsInMenu,
  literally,
  otherPack,
  smallPack as pack,
  shown,
  trialCredits,
} from './support/product.ts';
import { test } from './support/test.ts';
import { avatar, identify, newAddress, pageErrorsOf } from './support/visitor.ts';

const { whole, credits } = shown.en;
const { half } = pack;
const bought = credits(pack.credits);
const restored = credits(pack.credits - half.credits);
const refunded = literally(`${half.price} refunded`);

/** The balance after the trial and something more. */
function balanceWith(more: number): string {
  return whole(trialCredits + more);
}

function rowOf(name: string): RegExp {
  return new RegExp(name);
}

/** Presses the button of a pack; ends on the payment page. */
async function choosePack(page: Page): Promise<void> {
  await showSection(page, 'packs');
  await page.getByRole('button', { name: `Buy ${bought}` }).click();
  await expect(page.getByRole('button', { name: `Pay ${pack.price}` })).toBeVisible();
}

/** Does something with somebody's only payment at the payment service, and goes back to the account. */
async function onDashboard(
  page: Page,
  {
    dashboard,
    email,
    path = '/account/#purchases',
  }: { dashboard: string; email: string; path?: string },
  act: (payment: Locator) => Promise<void>,
): Promise<void> {
  await page.goto(dashboard);
  const payment = page.getByRole('article').filter({ hasText: email });
  await act(payment);
  await showAccount(page, path);
}

function press(name: string): (payment: Locator) => Promise<void> {
  return (payment) => payment.getByRole('button', { name }).click();
}

test('who buys a pack sees its credits at once, and later what a refund and a dispute took', {
  tag: '@daily',
}, async ({ page }) => {
  const pageErrors = pageErrorsOf(page);
  const email = await openAccount(page);
  await choosePack(page);
  const there = { dashboard: new URL('/', page.url()).href, email };
  await page.getByRole('button', { name: `Pay ${pack.price}` }).click();

  await expect(page.getByText(`Paid: ${bought} added. Thank you.`)).toBeVisible();
  await expect(page).toHaveURL('/account/#purchases');
  await expect(page.locator('#purchases')).toBeInViewport();
  const available = page.locator('.account-number');
  await expect(available).toHaveText(balanceWith(pack.credits));
  const purchase = (state: string) =>
    page.locator('#purchases').getByRole('row', { name: rowOf(state) });
  await expect(purchase(`${pack.names.en}.*Paid.*${literally(pack.price)}`)).toBeVisible();
  await showSection(page, 'entries');
  await expect(
    page.getByRole('row', {
      name: rowOf(
        `^Purchase: ${bought}.*\\+${whole(pack.credits)} 0 ${balanceWith(pack.credits)}$`,
      ),
    }),
  ).toBeVisible();
  await avatar(page).click();
  await expect(page.getByRole('menuitem', { name: creditsInMenu(pack.credits) })).toBeVisible();

  await onDashboard(page, there, async (payment) => {
    await payment.getByLabel('Amount').fill(half.typed);
    await payment.getByRole('button', { name: 'Refund' }).click();
  });
  await expect(available).toHaveText(balanceWith(pack.credits - half.credits));
  await expect(
    purchase(`Partly refunded.*${refunded}, ${credits(half.credits)} taken back`),
  ).toBeVisible();
  await showSection(page, 'entries');
  const takenBack = page.getByRole('row', {
    name: rowOf(`^Refund or dispute: ${credits(half.credits)} taken back`),
  });
  await expect(takenBack.getByRole('cell')).toHaveText([
    /:/,
    `−${whole(half.credits)}`,
    '0',
    balanceWith(pack.credits - half.credits),
  ]);

  await onDashboard(page, there, press('Open a dispute'));
  await expect(available).toHaveText(balanceWith(0));
  await expect(purchase('Disputed')).toBeVisible();
  await onDashboard(page, there, press('Win'));
  await expect(available).toHaveText(balanceWith(pack.credits - half.credits));
  await expect(purchase(`Partly refunded.*${refunded}`)).toBeVisible();
  await showSection(page, 'entries');
  await expect(
    page.getByRole('row', {
      name: rowOf(`^Purchase restored: ${restored}.*\\+${whole(pack.credits - half.credits)}`),
    }),
  ).toBeVisible();
  expect(pageErrors).toEqual([]);
});

test('a declined card costs nothing; a dispute that is lost, and a refund, take the pack back', async ({
  page,
}) => {
  const email = await openAccount(page);
  await choosePack(page);
  const dashboard = new URL('/', page.url()).href;
  await page.getByRole('button', { name: 'Pay with a card that is declined' }).click();
  await expect(page.getByRole('alert')).toContainText('The card was declined.');
  await page.getByRole('button', { name: `Pay ${pack.price}` }).click();
  await expect(page.locator('.account-number')).toHaveText(balanceWith(pack.credits));
  await onDashboard(page, { dashboard, email }, press('Open a dispute'));
  await onDashboard(page, { dashboard, email }, press('Lose'));
  await expect(page.locator('.account-number')).toHaveText(balanceWith(0));
  const first = page.locator('#purchases').getByRole('row', { name: pack.names.en });
  await expect(first).toContainText('Dispute closed, payment returned');

  await choosePack(page);
  await page.getByRole('button', { name: `Pay ${pack.price}` }).click();
  await expect(page.locator('.account-number')).toHaveText(balanceWith(pack.credits));
  await onDashboard(page, { dashboard, email }, async (payments) =>
    press('Refund')(payments.first()),
  );
  await expect(page.locator('.account-number')).toHaveText(balanceWith(0));
  await expect(page.locator('#purchases').getByRole('row').nth(1)).toContainText(
    `${pack.price} refunded`,
  );
});

test('who leaves the payment page goes on from the list, or drops the purchase there', async ({
  page,
}) => {
  await openAccount(page, '/zh/account/#packs');
  await page.getByRole('button', { name: `购买 ${shown.zh.credits(otherPack.credits)}` }).click();
  await page.getByRole('link', { name: '不付款，返回' }).click();
  await expect(page).toHaveURL('/zh/account/#packs');
  const said = page.getByText('如果已经付款，请不要重复付款');
  await expect(said).toBeVisible();
  const open = page.getByRole('row', { name: rowOf(`${otherPack.names.zh}.*等待付款`) });
  await open.getByRole('button', { name: '继续付款' }).click();
  await page.getByRole('link', { name: '不付款，返回' }).click();
  await expect(open).toHaveCount(1);
  await open.getByRole('button', { name: '放弃' }).click();
  await expect(
    page.getByRole('row', { name: rowOf(`${otherPack.names.zh}.*未付款`) }),
  ).toBeVisible();
  await showAccount(page, '/zh/account/#purchases');
  await expect(said).toHaveCount(0);
});

test('one press on the pricing page leads to the payment page, also past the sign-in', async ({
  page,
}) => {
  const buy = page.getByRole('link', { name: `Buy ${bought}` });
  const toPay = page.getByRole('button', { name: `Pay ${pack.price}` });
  await page.goto('/pricing/');
  await buy.click();
  await identify(page, newAddress());
  await expect(toPay).toBeVisible();
  // The way back does not lead to the payment again.
  await page.goBack();
  await expect(page).toHaveURL('/account/#packs');
  await page.goto('/pricing/');
  await buy.click();
  await expect(toPay).toBeVisible();
  await showAccount(page, '/account/#purchases');
  await expect(page.locator('#purchases tbody tr')).toHaveCount(1);
});

test('a payment service that does not answer costs nothing, and can be tried again', async ({
  page,
}) => {
  await openAccount(page, '/account/#packs');
  const code = 'payments_unreachable';
  const problem = { type: '', title: '', status: 503, code, detail: '', requestId: '' };
  await page.route('**/api/checkout', (route) => route.fulfill({ status: 503, json: problem }));
  for (const chosen of currencies.slice(1)) {
    await page.getByRole('button', { name: chosen }).click();
  }
  const last = currencies.at(-1) ?? pack.currency;
  const price = shown.en.money(packs[0].priceMinor[last], last);
  await expect(page.locator('#packs').getByText(price, { exact: true })).toBeVisible();
  const buy = page.getByRole('button', { name: `Buy ${bought}` });
  await buy.press('Enter');
  const alert = page.getByRole('listitem').filter({ has: buy }).getByRole('alert');
  await expect(alert).toContainText('Nothing was charged');
  await expect(buy).toBeFocused();
  await page.unroute('**/api/checkout');
  await buy.press('Enter');
  await expect(page.getByRole('button', { name: `Pay ${price}` })).toBeVisible();
});

test('the link of a mail opens a paper past the sign-in, once, and says when there is none', async ({
  page,
}) => {
  const id = '019a0000-0000-7000-8000-000000000001';
  const link = `/account/?paper=${id}.invoice#purchases`;
  await openAccount(page, link);
  const none = page.getByText('This account has no such paper yet.');
  await expect(none).toBeVisible();
  const invoiced: Purchase = {
    ...{
      id,
      pack: packs[0].id,
      credits: 1,
      currency: pack.currency,
      amountMinor: 1,
      state: 'paid',
    },
    ...{ automatic: false, payable: false, takenBackMinor: 0, takenBackCredits: 0 },
    ...{ createdAt: '2026-11-20T08:30:00.000Z', papers: ['invoice'] },
  };
  await page.route('**/api/purchases', (route) =>
    route.fulfill({ json: { purchases: [invoiced], next: null } }),
  );
  const location = '/terms/';
  await page.route(`**/api/purchases/${id}/papers/invoice`, (route) =>
    route.fulfill({ status: 302, headers: { location } }),
  );
  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(link);
  await identify(page, newAddress());
  await expect(page).toHaveURL(location);
  await page.goBack();
  await expect(page).toHaveURL('/account/#purchases');
  await expect(page.getByRole('link', { name: 'Invoice' })).toBeVisible();
  await expect(none).toHaveCount(0);
});
