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

test('a saved card buys credits by itself, waits for the bank, and is removed with one press', async ({
  page,
}) => {
  const email = await openAccount(page);
  await showSection(page, 'packs');
  const topUp = page.locator('#top-up');
  await expect(topUp).toContainText('choose “Save this card”');
  await page.getByRole('checkbox', { name: /^Save this card/ }).check();
  await page.getByRole('button', { name: `Buy ${shown.en.credits(pack.credits)}` }).click();
  await expect(page.getByText('The card is saved for later payments.')).toBeVisible();
  const dashboard = new URL('/', page.url()).href;
  await page.getByRole('button', { name: `Pay ${pack.price}` }).click();

  await expect(topUp).toContainText('Nothing is bought until you set a rule.');
  await topUp.getByLabel('When I have fewer credits than').fill(`${creditsWith(1) + 1}`);
  await expect(topUp).toContainText(
    `at most ${shown.en.money(2 * pack.priceMinor, pack.currency)}`,
  );
  const agree = topUp.getByRole('button', { name: 'Switch on' });
  const dearer = { type: '', title: '', detail: '', requestId: '', code: 'quote_changed' };
  await page.route(
    '**/api/user/top-up',
    (route) =>
      route.fulfill({ status: 409, json: { ...dearer, status: 409, priceMinor: 123_400 } }),
    { times: 1 },
  );
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
  const card = page.locator('div[id^="pm_"]').filter({ hasText: email });
  await card.getByLabel('needs a confirmation (3-D Secure)').check();
  await card.getByRole('button', { name: 'Set' }).click();
  await showAccount(page, '/account/#top-up');
  await topUp.getByLabel('When I have fewer credits than').fill(`${creditsWith(2) + 1}`);
  await topUp.getByRole('button', { name: 'Save' }).click();
  await untilAccount(page, creditsWith(2), 'Waiting for you');
  await topUp.getByRole('button', { name: `Confirm and pay ${pack.price}` }).click();
  await page.getByRole('button', { name: `Pay ${pack.price}` }).click();
  await untilAccount(page, creditsWith(3), 'On. Top-ups this month: 1 of at most 2.');

  await topUp.getByRole('button', { name: 'End and remove the card' }).click();
  await expect(topUp.getByText('Ended.')).toBeVisible();
  await expect(topUp).toContainText('choose “Save this card”');
});
