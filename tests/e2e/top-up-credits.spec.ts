import { expect, type Page } from 'playwright/test';
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
  await page.getByRole('button', { name: `Pay ${pack.price}` }).click();
  await expect(page.locator('#top-up')).toContainText('Nothing is bought until you set a rule.');
  return dashboard;
}

test('a saved card buys credits by itself, and a refund pauses it until its owner goes on', async ({
  page,
}) => {
  const email = await openAccount(page);
  const dashboard = await saveCard(page);
  const topUp = page.locator('#top-up');
  await topUp.getByLabel('When I have fewer credits than').fill(`${creditsWith(1) + 1}`);
  await expect(topUp).toContainText(
    `at most ${shown.en.money(2 * pack.priceMinor, pack.currency)}`,
  );
  const agree = topUp.getByRole('button', { name: 'Switch on' });
  const dearer = { type: '', title: '', detail: '', requestId: '', code: 'quote_changed' };
  const refuseOnce = () =>
    page.route(
      '**/api/user/top-up',
      (route) =>
        route.fulfill({ status: 409, json: { ...dearer, status: 409, priceMinor: 123_400 } }),
      { times: 1 },
    );
  await refuseOnce();
  await agree.click();
  await expect(topUp).toContainText(`at most ${shown.en.money(246_800, pack.currency)}`);
  await expect(topUp.getByRole('alert')).toContainText('another price now');
  await agree.click();
  await expect(topUp).toContainText(
    `at most ${shown.en.money(2 * pack.priceMinor, pack.currency)}`,
  );
  await agree.click();
  await expect(topUp.getByText('Saved.')).toBeVisible();
  await untilAccount(page, creditsWith(2), 'On. Top-ups this month: 1 of at most 2.');
  const bought = page.locator('#purchases tbody tr');
  await expect(bought).toHaveCount(2);
  await expect(bought.filter({ hasText: 'Automatic top-up' })).toHaveCount(1);
  await expectAccessible(page);

  await page.goto(dashboard);
  const payments = page.getByRole('article').filter({ hasText: email });
  await payments.first().getByRole('button', { name: 'Refund' }).click();
  await untilAccount(page, creditsWith(1), 'Paused, because a payment of yours was refunded.');
  await expect(topUp).toContainText(
    `You have fewer than ${shown.en.credits(creditsWith(1) + 1)}. If you go on, we charge ${pack.price}`,
  );
  await expectAccessible(page);
  const resume = topUp.getByRole('button', { name: 'Go on' });
  await refuseOnce();
  await resume.click();
  await expect(topUp).toContainText(`we charge ${shown.en.money(123_400, pack.currency)}`);
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
  await topUp.getByLabel('When I have fewer credits than').fill(`${creditsWith(1) + 1}`);
  await topUp.getByRole('button', { name: 'Switch on' }).click();
  await untilAccount(page, creditsWith(1), 'Waiting for you');
  await topUp.getByRole('button', { name: `Confirm and pay ${pack.price}` }).click();
  await page.getByRole('button', { name: `Pay ${pack.price}` }).click();
  await untilAccount(page, creditsWith(2), 'On. Top-ups this month: 0 of at most 2.');

  await topUp.getByRole('button', { name: 'End and remove the card' }).click();
  await expect(topUp.getByText('Ended.')).toBeVisible();
  await expect(topUp).toContainText('choose “Save this card”');
});
