import { expect, type Locator, type Page } from 'playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { openAccount, showAccount, showSection } from './support/account.ts';
import { smallPack as pack, shown, trialCredits } from './support/product.ts';
import { test } from './support/test.ts';

/** The trial and so many packs. */
const creditsWith = (packs: number) => trialCredits + packs * pack.credits;

/** Reloads the account until the work behind it is done. */
async function untilAccount(page: Page, balance: number, state: string): Promise<void> {
  await expect(async () => {
    await showAccount(page, '/account/#top-up');
    await expect(page.locator('#top-up')).toContainText(state, { timeout: 1_000 });
    await expect(page.locator('.account-number')).toHaveText(shown.en.whole(balance));
  }).toPass({ timeout: 30_000 });
}

/** Buys a pack and saves the card; the address of the payment service's dashboard. */
async function saveCard(page: Page): Promise<string> {
  await showSection(page, 'packs');
  await expect(page.locator('#top-up')).toContainText('choose “Save this card”');
  await page.getByRole('checkbox', { name: /^Save this card/ }).check();
  await page.getByRole('button', { name: `Buy ${shown.en.credits(pack.credits)}` }).click();
  await expect(page.getByText('The card is saved for later payments.')).toBeVisible();
  const dashboard = new URL('/', page.url()).href;
  // The rule's form comes late, and is above what the way back leads to.
  await page.route(
    '**/api/user/top-up',
    async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: `Pay ${pack.price}` }).click();
  await expect(page.locator('#top-up')).toContainText('Nothing is bought until you set a rule.');
  await expect(page.getByText('Paid: ')).toBeInViewport();
  return dashboard;
}

/** A mark, and the same level. */
async function setMark(topUp: Locator, credits: number): Promise<void> {
  await topUp.getByLabel('When I have fewer credits than').fill(`${credits}`);
  await topUp.getByLabel('fill up to at least').fill(`${credits}`);
}

test('a saved card buys credits by itself, and a refund pauses it until its owner goes on', async ({
  page,
}) => {
  const email = await openAccount(page);
  const dashboard = await saveCard(page);
  const topUp = page.locator('#top-up');
  const money = (minor: number) => shown.en.money(minor, pack.currency);
  await setMark(topUp, creditsWith(1) + 1);
  const now = `You have ${shown.en.credits(creditsWith(1))}. We charge ${pack.price} now`;
  await topUp.getByLabel('and spend at most a month').fill('0.01');
  await expect(topUp).toContainText('One charge can cost');
  await topUp.getByLabel('fill up to at least').fill('');
  await expect(topUp).not.toContainText('at least 0 credits');
  await expect(topUp).not.toContainText('One charge can cost');
  await setMark(topUp, creditsWith(1) + 1);
  const most = 2 * (Math.floor(creditsWith(1) / pack.credits) + 1) * pack.priceMinor;
  await topUp.getByLabel('and spend at most a month').fill(`${most / 100}`);
  await expect(topUp).toContainText(now);
  const agree = topUp.getByRole('button', { name: 'Switch on' });
  const dearer = { type: '', title: '', detail: '', requestId: '', code: 'quote_changed' };
  await page.route(
    '**/api/user/top-up',
    (route) =>
      route.fulfill({
        ...{ status: 409, json: { ...dearer, status: 409, priceMinor: pack.priceMinor - 1 } },
      }),
    { times: 1 },
  );
  await agree.click();
  await expect(topUp).toContainText(`We charge ${money(pack.priceMinor - 1)} now`);
  await expect(topUp.getByRole('alert')).toContainText('another price now');
  await agree.click();
  await expect(topUp).toContainText(now);
  await agree.click();
  await expect(topUp.getByText('Saved.')).toBeVisible();
  // Without a reload.
  await expect(topUp).toContainText(
    `Spent this month (UTC): ${pack.price} of at most ${money(most)}`,
  );
  await expect(topUp).toContainText('We charge nothing now.');
  const bought = page.locator('#purchases tbody tr');
  await expect(bought).toHaveCount(2);
  await expect(bought.filter({ hasText: 'Automatic top-up' })).toHaveCount(1);
  await expectAccessible(page);

  await page.goto(dashboard);
  const payments = page.getByRole('article').filter({ hasText: email });
  await payments.first().getByRole('button', { name: 'Refund' }).click();
  await untilAccount(page, creditsWith(1), 'Paused, because a payment of yours was refunded.');
  await expect(topUp).toContainText(now);
  await expectAccessible(page);
  await expect(topUp.getByRole('button', { name: 'Go on' })).toBeVisible();
});

test('a saved card waits for the bank, and is removed with one press', async ({ page }) => {
  const email = await openAccount(page);
  const dashboard = await saveCard(page);
  const topUp = page.locator('#top-up');
  await page.goto(dashboard);
  const card = page.locator('div[id^="pm_"]').filter({ hasText: email });
  await card.getByLabel('needs a confirmation (3-D Secure)').check();
  await card.getByRole('button', { name: 'Set' }).click();
  await showAccount(page, '/account/#top-up');
  await setMark(topUp, creditsWith(1) + 1);
  await topUp.getByLabel('and spend at most a month').fill('1000');
  await topUp.getByRole('button', { name: 'Switch on' }).click();
  await untilAccount(page, creditsWith(1), 'Waiting for you');
  await topUp.getByRole('button', { name: `Confirm and pay ${pack.price}` }).click();
  await page.getByRole('button', { name: `Pay ${pack.price}` }).click();
  await untilAccount(page, creditsWith(2), 'Spent this month (UTC): ');

  await topUp.getByRole('button', { name: 'End and remove the card' }).click();
  await expect(topUp.getByText('Ended.')).toBeVisible();
  await expect(topUp).toContainText('choose “Save this card”');
});
