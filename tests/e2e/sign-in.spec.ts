import { expect } from 'playwright/test';
import { creditsInMenu } from './support/product.ts';
import { test } from './support/test.ts';
import {
  avatar,
  identify,
  newAddress,
  pageErrorsOf,
  requestsOf,
  signIn,
  signInByRequests,
  words,
} from './support/visitor.ts';

test('a visitor tries for free and finds the trial’s credits in the avatar menu', {
  tag: '@daily',
}, async ({ page }) => {
  const pageErrors = pageErrorsOf(page);
  await page.goto('/');
  await signIn(page, newAddress());
  await expect(page).toHaveURL('/flows/');

  await expect(avatar(page)).toHaveAttribute('title', 'Open settings');
  await avatar(page).click();
  const credits = page.getByRole('menuitem', { name: creditsInMenu() });
  await expect(credits).toBeVisible();
  await expect(credits).toBeDisabled();
  const items = [creditsInMenu(), 'Account', 'Tools', 'Logout'];
  await expect(page.getByRole('menuitem')).toHaveText(items);
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page).toHaveURL('/account/');
  expect(pageErrors).toEqual([]);
});

// Specification, sections 4 and 7: "the returned user replaces the stored one"; "The session is
// fetched at start if no user was supplied".
test('the page after the sign-in has the user that the user-save call returned, and asks nothing', async ({
  page,
}) => {
  await page.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    const { response } = await answer.json();
    const altered = { ...response, app_metadata: { credits: 999 } };
    await route.fulfill({ response: answer, json: { response: altered } });
  });
  await page.goto('/pricing/');
  const requests = requestsOf(page);
  await signIn(page, newAddress());
  await avatar(page).click();
  await expect(page.getByRole('menuitem', { name: 'Credits: 999' })).toBeVisible();
  const asked = requests.slice(requests.findLastIndex((url) => url.endsWith('/pricing/')));
  expect(asked.filter((url) => url.endsWith('/api/auth/me'))).toEqual([]);

  await page.reload();
  await avatar(page).click();
  await expect(page.getByRole('menuitem', { name: creditsInMenu() })).toBeVisible();
});

test('a signed-in visitor never sees Try for Free while a page loads', async ({ page }) => {
  await signInByRequests(page);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/auth/me', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('.avatar-place')).toBeVisible();
  await expect(page.locator('header').getByText(words.en.tryForFree)).toBeHidden();
  held.resolve();
  await expect(avatar(page)).toBeVisible();
});

test('an unverified address gets no credits and reads how to get them', async ({ page }) => {
  await signInByRequests(page, { verified: false });
  await page.goto('/account/');
  await expect(page.getByText('Your e-mail address is not verified yet')).toBeVisible();
  await expect(page.getByText('You have no credits.')).toBeVisible();
  await avatar(page).click();
  await expect(page.getByRole('menuitem', { name: 'Credits: 0' })).toBeVisible();
});

test('a cancelled sign-in is explained and starts nothing by itself', async ({ page }) => {
  await page.goto('/pricing/');
  await page.locator('header').getByRole('link', { name: words.en.tryForFree }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Sign-in cancelled' })).toBeVisible();
  await expect(page).toHaveURL('/signin/?show=denied&returnTo=%2Fpricing%2F');
  const again = '/api/auth/login?returnTo=%2Fpricing%2F';
  await expect(page.locator('.try-for-free')).toHaveAttribute('href', again);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign-in cancelled' })).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await identify(page, newAddress());
  await expect(page).toHaveURL('/pricing/');
  await expect(avatar(page)).toBeVisible();
});

test('a refusal of the provider is told in our words, and the next sign-in asks who it is', async ({
  page,
}) => {
  await page.goto('/zh/pricing/');
  await page.locator('header').getByRole('link', { name: words.zh.tryForFree }).click();
  await page.locator('summary').click();
  await page.locator('select').selectOption({ label: 'unauthorized: user is blocked' });
  await page.locator('button.primary').click();
  await expect(page.getByRole('heading', { name: '这个账户已被停用' })).toBeVisible();
  await expect(page.locator('main')).not.toContainText('user is blocked');
  await expect(page.getByRole('link', { name: '写信给我们' })).toHaveAttribute(
    'href',
    '/zh/contact/',
  );
  await page.getByRole('link', { name: '换一个账户登录' }).click();
  await identify(page, newAddress());
  await expect(page).toHaveURL('/zh/pricing/');
});

test('a sign-in that another site began waits for a press, also when the provider knows the visitor', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await signIn(page, newAddress());
  const origin = new URL(page.url()).origin;
  await context.clearCookies({ name: 'session' });
  await context.clearCookies({ name: 'signed_in' });
  const login = `${origin}/api/auth/login?returnTo=%2Fzh%2Fpricing%2F`;
  await page.route('http://127.0.0.1:9/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<script>location = '${login}'</script>` }),
  );
  await page.goto('http://127.0.0.1:9/');
  const question = page.getByRole('heading', { name: '要登录吗？' });
  await expect(question).toBeFocused();
  await page.reload();
  await expect(question).toBeVisible();
  expect((await page.request.get('/api/auth/me')).status()).toBe(204);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/zh/pricing/');
  await expect(avatar(page, 'zh')).toBeVisible();
});

for (const path of ['/flows/', '/zh/account/?tab=credits', '/signin/', '/signin/?code=a&state=b']) {
  test(`${path}, opened by another site, begins no sign-in without a press`, async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await signIn(page, newAddress());
    const { origin } = new URL(page.url());
    for (const name of ['session', 'signed_in']) await context.clearCookies({ name });
    const tab = await context.newPage();
    // The other site says nothing about itself in a Referer.
    const body = `<meta name="referrer" content="no-referrer"><script>location = '${origin}${path}'</script>`;
    await tab.route('http://127.0.0.1:9/**', (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );
    await tab.goto('http://127.0.0.1:9/');
    const isChinese = path.startsWith('/zh');
    const question = { name: isChinese ? '要登录吗？' : 'Sign in?' };
    await expect(tab.getByRole('heading', question)).toBeVisible();
    expect((await tab.request.get('/api/auth/me')).status()).toBe(204);
    await tab.getByRole('link', { name: isChinese ? '登录' : 'Sign in', exact: true }).click();
    await expect(avatar(tab, isChinese ? 'zh' : 'en')).toBeVisible();
    await expect(tab).toHaveURL(path.startsWith('/signin/') ? '/' : path);
  });
}

test('a code that no ceremony of this tab asked for is tried anew once', async ({ page }) => {
  await page.goto('/signin/?code=stolen&state=foreign');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await page.goto('/signin/?code=stolen&state=foreign');
  await expect(
    page.getByRole('heading', { name: 'That sign-in couldn’t be matched' }),
  ).toBeVisible();
});

test('a browser that refuses its storage is told so', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/api/auth/login?returnTo=%2Fpricing%2F');
  await expect(
    page.getByRole('heading', { name: 'Your browser did not keep the sign-in' }),
  ).toBeVisible();
});

test('a browser whose storage is full is told so', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await page.goto('/api/auth/login?returnTo=%2Fpricing%2F');
  await expect(
    page.getByRole('heading', { name: 'Your browser did not keep the sign-in' }),
  ).toBeVisible();
});

test('whoever goes back from the provider is where they were before', async ({ page }) => {
  await page.goto('/pricing/');
  await page.locator('header').getByRole('link', { name: words.en.tryForFree }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/pricing/');
});

test('a browser that keeps no usable cookie is told so, and not sent round in circles', async ({
  page,
  context,
  baseURL,
}) => {
  // A second cookie of the same name, as another application on this host could have left it.
  await context.addCookies([
    { name: 'session', value: 'x', domain: new URL(baseURL ?? '').hostname, path: '/api' },
  ]);
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') saves.push(request.url());
  });
  await page.goto('/account/');
  await identify(page, newAddress());
  await expect(
    page.getByRole('heading', { name: 'Your browser did not keep the sign-in' }),
  ).toBeVisible();
  expect(saves.filter((url) => url.endsWith('/api/user'))).toHaveLength(1);
});
