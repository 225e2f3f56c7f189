import { expect } from 'playwright/test';
import { shown, trialCredits } from './support/product.ts';
import { test } from './support/test.ts';
import { avatar, identify, newAddress, signInByRequests } from './support/visitor.ts';

test('a guarded page sends an anonymous visitor to sign in and back to its query', {
  tag: '@daily',
}, async ({ page }) => {
  const login = page.waitForRequest('**/api/auth/login*');
  await page.goto('/account/?tab=credits');
  expect(new URL((await login).url()).search).toBe('?returnTo=%2Faccount%2F%3Ftab%3Dcredits');
  await identify(page, newAddress(), { name: 'Ann Miller' });
  await expect(page).toHaveURL('/account/?tab=credits');
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Ann Miller' })).toBeVisible();
});

test('somebody whose name is the address, as of Auth0, is greeted by the nickname', async ({
  page,
}) => {
  const email = newAddress('ada');
  await page.goto('/account/');
  await identify(page, email, { name: '' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${email.split('@')[0]}`);
  await expect(page.locator('main').getByText(email, { exact: true })).toBeVisible();
});

test('a tab shows nothing of its user once another one has signed in in the next tab', {
  tag: '@daily',
}, async ({ page, context }) => {
  const next = await context.newPage();
  for (const tab of [page, next]) {
    await tab.goto('/account/#keys');
    await expect(tab.locator('input[name="email"]')).toBeVisible();
  }
  await identify(page, newAddress(), { name: 'Ann Miller' });
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('CI of Ann');
  await page.locator('#keys form button[type="submit"]').click();
  await expect(page.getByText('mrp_').first()).toBeVisible();
  // The replies that were fetched for Ann must not stand under the name of Bob until his come.
  await page.route(/\/api\/(?:credits|purchases|user\/)/, () => {});
  await identify(next, newAddress(), { name: 'Bob Stone' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Bob Stone');
  await expect(page.locator('main')).not.toContainText(/Ann|mrp_/);
});

test('the account page shows the profile, the balance and when the trial ends', async ({
  page,
}) => {
  const email = await signInByRequests(page);
  await page.goto('/account/');
  const main = page.locator('main');
  await expect(main.getByText(email, { exact: true }).filter({ visible: true })).toBeVisible();
  await expect(main.getByText(shown.en.whole(trialCredits), { exact: true }).first()).toBeVisible();
  await expect(main.getByText(/^until \d+ \w+ \d{4}$/)).toBeVisible();

  await page.goto('/zh/account/');
  await expect(main.getByText(/^有效期至 \d+ 年 \d+ 月 \d+ 日$/)).toBeVisible();
});

test('a guarded page shows nothing while the session loads', async ({ page }) => {
  await page.route('**/api/auth/me', () => {});
  await page.goto('/account/');
  await expect(page.locator('header')).toBeVisible();
  await expect(page.locator('main')).toHaveText('');
});

// Specification, section 2: "On a session error an error placeholder (empty by default) is shown."
for (const [path, message, again] of [
  ['/account/', 'We could not check who is signed in', 'Try again'],
  ['/zh/flows/', '暂时无法确认你的登录状态', '重新获取'],
] as const) {
  test(`a session error on ${path} is explained, redirects nobody, and can be tried again`, async ({
    page,
  }) => {
    await page.route('**/api/auth/me', (route) => route.fulfill({ status: 500 }));
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-session', 'error');
    await expect(page.locator('main').getByRole('alert')).toContainText(message);
    await expect(page).toHaveURL(path);

    await signInByRequests(page);
    await page.reload();
    // The bar keeps the avatar's place, by the hint cookie.
    await expect(page.locator('main').getByRole('alert')).toContainText(message);
    await expect(page.locator('.avatar-place')).toBeVisible();
    await expect(page.locator('.try-for-free')).toBeHidden();
    await page.unroute('**/api/auth/me');
    await page.getByRole('button', { name: again }).click();
    await expect(page.locator('main').getByRole('alert')).toBeHidden();
    await expect(page.locator('#balance, .flows-runs')).toBeVisible();
    await expect(avatar(page, path.startsWith('/zh/') ? 'zh' : 'en')).toBeVisible();
  });
}

test('a balance that cannot be fetched is the last known one, and can be asked for again', async ({
  page,
}) => {
  await signInByRequests(page);
  await page.route('**/api/credits/entries*', (route) => route.fulfill({ status: 503 }));
  await page.goto('/account/');
  const balance = page.locator('#balance');
  await expect(balance.getByText('This is the last known number.')).toBeVisible();
  await expect(balance.getByText(shown.en.whole(trialCredits), { exact: true })).toBeVisible();
  await page.unroute('**/api/credits/entries*');
  await balance.getByRole('button', { name: 'Try again' }).click();
  await expect(balance.getByText('This is the last known number.')).toHaveCount(0);
  await expect(balance.getByText(/^until /)).toBeVisible();
});
