import { expect } from 'playwright/test';
import { test } from './support/test.ts';
import { avatar, newAddress, signIn, signInByRequests, words } from './support/visitor.ts';

const tryForFree = { name: words.en.tryForFree } as const;

test('Logout ends the session here and at the provider', { tag: '@daily' }, async ({ page }) => {
  await page.goto('/pricing/');
  await signIn(page, newAddress());
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('header').getByRole('link', tryForFree)).toBeVisible();
  expect((await page.request.get('/api/auth/me')).status()).toBe(204);

  await page.locator('header').getByRole('link', tryForFree).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
});

test('the cookie of an ended session opens nothing', async ({ page, context }) => {
  await signInByRequests(page);
  const stolen = await context.cookies();
  await page.goto('/api/auth/logout');
  await context.addCookies(stolen);
  expect((await page.request.get('/api/auth/me')).status()).toBe(204);
});

test('a second tab notices that the first one signed out', async ({ page, context }) => {
  await signInByRequests(page);
  await page.goto('/');
  const second = await context.newPage();
  await second.goto('/pricing/');
  await expect(avatar(second)).toBeVisible();

  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(second.locator('header').getByRole('link', tryForFree)).toBeVisible();
});

test('no tab signs its user in again while the provider has not heard of the sign-out', async ({
  page,
  context,
}) => {
  await signInByRequests(page);
  await page.goto('/');
  const second = await context.newPage();
  await second.goto('/account/');
  await expect(second.locator('#balance')).toBeVisible();
  // The session ends here, and the browser never comes to the provider.
  await page.route('**/api/auth/logout', async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.fulfill({ status: 204 });
  });
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect.poll(async () => (await page.request.get('/api/auth/me')).status()).toBe(204);
  await second.evaluate(() =>
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  );
  await expect(second.getByLabel('E-mail')).toBeVisible();
});

test('a second tab notices that the first one signed in', async ({ page, context }) => {
  const second = await context.newPage();
  await second.goto('/pricing/');
  await expect(second.locator('header').getByRole('link', tryForFree)).toBeVisible();
  await page.goto('/');
  await signIn(page, newAddress());
  await expect(avatar(second)).toBeVisible();
});

test('a session that the server no longer knows shows Try for Free', async ({ page, context }) => {
  await signInByRequests(page);
  await page.goto('/');
  const cookies = await context.cookies();
  await context.addCookies(
    cookies
      .filter(({ name }) => name === 'session')
      .map((cookie) => ({ ...cookie, value: 'A'.repeat(43) })),
  );
  await page.goto('/blog/');
  await expect(page.locator('header').getByRole('link', tryForFree)).toBeVisible();
  expect(await context.cookies(page.url())).not.toContainEqual(
    expect.objectContaining({ name: 'signed_in' }),
  );
});

test('a link on another site cannot sign anybody out', async ({ page }) => {
  await signInByRequests(page);
  await page.goto('/');
  const origin = new URL(page.url()).origin;
  await page.route('http://127.0.0.1:9/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${origin}/api/auth/logout">Win a prize</a>`,
    }),
  );
  await page.goto('http://127.0.0.1:9/');
  await page.getByRole('link', { name: 'Win a prize' }).click();
  await expect(page).toHaveURL('/api/auth/logout');
  expect((await page.request.get('/api/auth/me')).status()).toBe(200);
  await page.getByRole('link').first().click();
  await expect(page).toHaveURL('/');
  expect((await page.request.get('/api/auth/me')).status()).toBe(204);
});

test('what was typed is gone from the browser after Logout', async ({ page }) => {
  await page.goto('/');
  await signIn(page, newAddress());
  await page.goto('/flows/');
  await page.getByLabel('Title').first().fill('MY SECRET DRAFT');
  const stored = () =>
    page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  await expect.poll(stored).toContain('MY SECRET DRAFT');
  await avatar(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.locator('header').getByRole('link', tryForFree)).toBeVisible();
  await expect.poll(stored).not.toMatch(/SECRET|local\|/);
});

test('a press on the avatar that lasts until the menu’s script is there opens the menu', async ({
  page,
}) => {
  await signInByRequests(page);
  await page.goto('/pricing/');
  const held = Promise.withResolvers<void>();
  await page.route('**/_astro/AvatarMenu.*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  const script = page.waitForResponse('**/_astro/AvatarMenu.*.js');
  await avatar(page).hover();
  await page.mouse.down();
  held.resolve();
  const url = (await script).url();
  // The same module again, and two frames: React has had the time to put the menu in place.
  await page.evaluate(async (address) => {
    await import(address);
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  }, url);
  await page.mouse.up();
  await expect(page.getByRole('menuitem', { name: words.en.logout })).toBeVisible();
});

test('a press that ends while React takes over the avatar opens the menu', async ({ page }) => {
  await signInByRequests(page);
  await page.goto('/pricing/');
  const held = Promise.withResolvers<void>();
  await page.route('**/_astro/AvatarMenu.*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await avatar(page).hover();
  await page.mouse.down();
  await page.evaluate(stayBusyWhenReactTakesOver);
  const busy = page.waitForRequest('**/busy');
  held.resolve();
  await busy;
  await page.mouse.up();
  await expect(page.getByRole('menuitem', { name: words.en.logout })).toBeVisible();
});

/** The browser then learns of the release after React was told to take over, and before it has. */
function stayBusyWhenReactTakesOver(): void {
  const island = document.querySelector('.avatar-place')?.closest('astro-island');
  if (!island) throw new Error('The avatar is in no island.');
  const observer = new MutationObserver(() => {
    observer.disconnect();
    void fetch('/busy');
    const endsAtMs = performance.now() + 1_000;
    while (performance.now() < endsAtMs);
  });
  observer.observe(island, { attributeFilter: ['ssr'] });
}
