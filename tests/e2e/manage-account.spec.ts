import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { localOrigin, portOffsets } from '../../infra/local/addresses.ts';
import { expectAccessible } from './support/accessible.ts';
import { openAccount, showAccount, showSection } from './support/account.ts';
import { name, shown, trialCredits } from './support/product.ts';
import { test } from './support/test.ts';
import { avatar, identify, signIn, signInByRequests, words } from './support/visitor.ts';

test('another session is ended from the list, and its browser is signed out', async ({
  page,
  browser,
}) => {
  const email = await openAccount(page);
  const other = await (await browser.newContext()).newPage();
  await signInByRequests(other, { email });

  await showAccount(page, '/account/#sessions');
  const devices = page.locator('#sessions').getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('Chrome on Linux');
  await expect(devices.first()).toContainText('this one');
  await page.getByRole('button', { name: 'Log out: Chrome on Linux' }).click();
  await expect(page.getByText('That device is logged out.')).toBeVisible();
  await expect(devices).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeFocused();

  // The provider knows the user there as well, and would sign them in again without a question.
  await other.goto('/account/');
  await expect(other.getByLabel('E-mail')).toBeVisible();
  await other.goto('/');
  await expect(other.locator('header').getByText(words.en.tryForFree)).toBeVisible();
  await other.context().close();
});

test('all others are ended at once, and this one goes on', async ({ page, browser }) => {
  const email = await openAccount(page);
  const other = await (await browser.newContext()).newPage();
  await signInByRequests(other, { email });
  await other.goto('/account/#sessions');
  await other.getByRole('button', { name: 'Log out all others' }).click();
  await expect(other.getByText('You are signed in here and nowhere else.')).toBeVisible();
  await page.goto('/');
  await expect(page.locator('header').getByText(words.en.tryForFree)).toBeVisible();
  await other.context().close();
});

test('a key runs a tool from outside until its cap refuses, and no more once it is ended', async ({
  page,
}) => {
  await openAccount(page, '/account/#keys');
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('CI');
  await page.getByRole('spinbutton', { name: 'in a day (UTC)' }).fill('3');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make the key' }).click();
  await expect(page.getByRole('heading', { name: 'The secret of “CI”' })).toBeFocused();
  await expectAccessible(page);
  const box = page.locator('.account-secret');
  const secret = String(await box.locator('code').first().textContent());
  await box.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  expect(await runWith(secret)).toMatchObject({ status: 201 });
  const refused = { code: 'key_cap_reached', key: 'CI', window: 'day', cap: 3, spent: 2 };
  expect(await runWith(secret)).toMatchObject({ status: 429, body: refused });
  await showAccount(page, '/account/#keys');
  const key = page.locator('#keys').getByRole('listitem');
  await expect(key).toContainText('2 credits used, 0 held');
  await expect(key.getByRole('meter')).toHaveAttribute('value', '2');

  await key.getByRole('button', { name: 'Change “CI”' }).click();
  await key.getByRole('spinbutton', { name: 'in a day (UTC)' }).fill('4');
  await key.getByRole('button', { name: 'Save' }).click();
  await expect(key).toContainText('Cap 4');
  expect(await runWith(secret)).toMatchObject({ status: 201 });

  for (const count of [1, 2]) {
    await key.getByRole('button', { name: 'New secret for “CI”' }).click();
    await key.getByRole('button', { name: 'Make a new secret' }).click();
    await expect(box.getByText('The former secret works until')).toHaveCount(count);
  }
  await showSection(page, 'entries');
  await expect(page.getByText('by the key “CI”')).toHaveCount(2);
  await showSection(page, 'keys');
  await expect(box).toHaveCount(0);

  await key.getByRole('button', { name: 'End “CI”' }).click();
  await key.getByRole('button', { name: 'End the key' }).click();
  await expect(page.getByText('The key “CI” has ended.')).toBeVisible();
  await expect(key.locator('.state')).toContainText('Ended');
  expect(await runWith(secret)).toMatchObject({ status: 401 });
});

/** Runs a tool as a program with a key does. */
async function runWith(secret: string) {
  const port = Number(process.env.JOURNEYS_PORT) + portOffsets.flowsApi;
  const answer = await fetch(`${localOrigin(port)}/flows/social-card/runs`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ input: { title: 'From outside' } }),
  });
  return { status: answer.status, body: Object(await answer.json()) };
}

test('everything that is held about somebody is saved as a file', async ({ page }) => {
  const email = await openAccount(page, '/account/#export');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as JSON' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${name.toLowerCase()}-account.json`);
  const text = await readFile(await saved.path(), 'utf8');
  const wallet = { available: trialCredits };
  expect(JSON.parse(text)).toMatchObject({ profile: { email }, wallet });
});

test('an account is deleted by typing its address, and by nothing else', async ({ page }) => {
  const email = await openAccount(page, '/account/#delete');
  const field = page.getByLabel(`Type ${email} to confirm`);
  const submit = page.getByRole('button', { name: 'Delete the account' });
  await field.fill('nobody@example.com');
  await submit.click();
  await expect(page.getByRole('alert').filter({ hasText: `That is not ${email}.` })).toBeVisible();
  await expect(field).toBeFocused();
  const second = await page.context().newPage();
  await second.goto('/pricing/');
  await expect(avatar(second)).toBeVisible();
  await field.fill(email);
  await submit.click();
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeFocused();
  for (const tab of [page, second]) {
    await expect(tab.locator('header').getByText(words.en.tryForFree)).toBeVisible();
  }
  await second.close();
  // The provider still knows the visitor; no page makes a new account of that by itself.
  const other = await page.context().newPage();
  await other.goto('/account/');
  await expect(other.getByLabel('E-mail')).toBeVisible();
  await other.close();
  await page.getByRole('link', { name: 'To the home page' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('header').getByText(words.en.tryForFree)).toBeVisible();

  await signIn(page, email);
  await avatar(page).click();
  await expect(page.getByRole('menuitem', { name: 'Credits: 0' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page.getByText('Your address has had its trial')).toBeVisible();
});

test('an old sign-in is renewed before an account is deleted, and leads back there', async ({
  page,
}) => {
  const email = await openAccount(page);
  await page.clock.install({ time: Date.now() + 11 * 60_000 });
  await showAccount(page, '/account/#delete');
  await expect(page.getByText('You signed in more than 10 minutes ago.')).toBeVisible();
  await page.getByRole('link', { name: 'Sign in again' }).click();
  // The provider knows the user, and asks all the same: somebody else may sit at an open browser.
  await identify(page, email);
  await expect(page).toHaveURL(/\/account\/#delete$/);
});

test('a part that fails says so and leaves the others alone', async ({ page }) => {
  await openAccount(page);
  await failing(page, '**/api/credits/entries*');
  await failing(page, '**/api/credits/usage*');
  await failing(page, '**/api/user/sessions');
  await failing(page, '**/api/purchases*');
  await failing(page, '**/api/user/keys*');
  await showAccount(page);
  await expect(page.locator('.account-number')).toHaveText(shown.en.whole(trialCredits));
  await page.locator('#usage').scrollIntoViewIfNeeded();
  const alerts = page
    .getByRole('alert')
    .filter({ hasText: 'This part cannot be shown right now.' });
  for (const [part, section] of [
    ['usage', 'balance'],
    ['purchases', 'packs'],
    ['keys', 'keys'],
    ['sessions', 'sessions'],
    ['entries', 'entries'],
  ] as const) {
    await showSection(page, section);
    await expect(page.locator(`#${part}`).getByRole('alert')).toHaveText(/^This part cannot/);
    await expect(alerts).toHaveCount(1);
  }
  await page.unroute('**/api/credits/entries*');
  await page.locator('#entries').getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByRole('row', { name: new RegExp(`^Trial: ${shown.en.credits(trialCredits)}`) }),
  ).toBeVisible();
  await expect(alerts).toHaveCount(0);
});

function failing(page: Page, path: string): Promise<unknown> {
  return page.route(path, (route) => route.fulfill({ status: 503 }));
}
