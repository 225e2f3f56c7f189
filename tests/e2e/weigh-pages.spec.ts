import { expect, type Page } from 'playwright/test';
import { openIdle } from '../support/idle-page.ts';
import { filesOf, gzippedBytes, readPage } from '../support/reader-weight.ts';
import { creditsInMenu } from './support/product.ts';
import { test } from './support/test.ts';
import { avatar, pageErrorsOf, signInByRequests } from './support/visitor.ts';

/** The budget of a page for a visitor who only reads it: bytes as gzip makes them, and requests. */
const budget = { javascriptBytes: 5_120, totalBytes: 20_000, requests: 8 } as const;

/** Each path is in one language: a test of the built site finds the same scripts in both. */
const light = [
  '/',
  '/zh/pricing/',
  '/blog/',
  '/zh/blog/how-credits-work/',
  '/about/',
  '/zh/products/social-card/',
  '/zh/developers/',
  '/zh/developers/holds/',
];

/** How React's elements and the SDK's cache keys are marked; no minifier touches a text. */
const heavy = { react: /react\.transitional\.element/, sdk: /@@auth0spajs@@/ } as const;

for (const path of light) {
  test(`an anonymous reader of ${path} downloads little, neither React nor the SDK`, async ({
    page,
  }) => {
    const pageErrors = pageErrorsOf(page);
    const { files, scripts, requests } = await readPage(page, path);
    expect(scripts.filter(isHeavy)).toEqual([]);
    expect(gzippedBytes(scripts)).toBeGreaterThan(0);
    expect(gzippedBytes(scripts)).toBeLessThanOrEqual(budget.javascriptBytes);
    expect(gzippedBytes(files.map(({ text }) => text))).toBeLessThanOrEqual(budget.totalBytes);
    expect(requests).toBeLessThanOrEqual(budget.requests);
    expect(pageErrors).toEqual([]);
    await expect(page.locator('header').getByText(/Try for Free|免费试用/)).toBeVisible();
  });
}

test('on a phone, a page opens at the place that the address names, and again where it was read', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openIdle(page, '/pricing/#questions');
  await expect(page.locator('#questions h2')).toBeInViewport();
  await openIdle(page, '/blog/how-credits-work/');
  await page.evaluate(() => scrollTo({ top: 3_000, behavior: 'instant' }));
  await page.reload({ waitUntil: 'networkidle' });
  expect(await page.evaluate(() => scrollY)).toBe(3_000);
});

test('the SDK is recognised where people sign in, and React on a page for signed-in users', async ({
  page,
  context,
}) => {
  expect(await marksAt(page, '/signin/?error=server_error', '[data-sign-in-again]')).toContain(
    'sdk',
  );
  await signInByRequests(page);
  const later = await context.newPage();
  expect(await marksAt(later, '/account/', '#balance')).toEqual(['react']);
});

/** The budget of scripts for a signed-in visitor before a touch of the bar. */
const signedInScriptBytes = 6_000;

test('avatar, tooltip and credits come without React, which takes over with the first press', {
  tag: '@daily',
}, async ({ page }) => {
  const pageErrors = pageErrorsOf(page);
  await signInByRequests(page);
  const { scripts } = await readPage(page, '/');
  const header = page.locator('header');
  await expect(header.getByText(creditsInMenu())).toBeVisible();
  await expect(header.locator('[title="Open settings"] .avatar')).toBeVisible();
  expect(scripts.filter(isHeavy)).toEqual([]);
  expect(gzippedBytes(scripts)).toBeLessThanOrEqual(signedInScriptBytes);

  const before = await header.boundingBox();
  const place = await header.locator('.avatar').boundingBox();
  await avatar(page).focus();
  await expect(header.locator('button[title="Open settings"]')).toBeFocused();
  expect(await header.locator('.avatar').boundingBox()).toEqual(place);
  expect(await header.boundingBox()).toEqual(before);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: creditsInMenu() })).toBeVisible();
  expect(pageErrors).toEqual([]);
});

test('without the script of the menu, the avatar leads to the account', async ({ page }) => {
  await signInByRequests(page);
  await page.route(/\/_astro\/AvatarMenu\./, (route) => route.abort());
  await page.goto('/');
  await avatar(page).click();
  await expect(page).toHaveURL('/account/');
});

/** The heavy files that a page fetched by the time that an element shows. */
async function marksAt(page: Page, path: string, element: string): Promise<readonly string[]> {
  const files = filesOf(page);
  await page.goto(path);
  await expect(page.locator(element).filter({ visible: true })).toBeVisible();
  const texts = (await files()).map(({ text }) => text);
  const found = Object.entries(heavy).filter(([, mark]) => texts.some((text) => mark.test(text)));
  return found.map(([name]) => name);
}

function isHeavy(text: string): boolean {
  return Object.values(heavy).some((mark) => mark.test(text));
}
