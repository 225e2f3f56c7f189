import { expect, type Page, test } from 'playwright/test';
import { showAccount } from '../e2e/support/account.ts';
import { avatar, newAddress, signIn } from '../e2e/support/visitor.ts';

/**
 * Takes the pictures of the README, and one of every page type in each language, theme and width.
 */
const readme = 'docs/screenshots';
const gallery = 'test-results/screenshots';

const pages = [
  '/',
  '/pricing/',
  '/blog/',
  '/blog/how-credits-work/',
  '/blog/what-an-image-weighs/',
  '/blog/tags/credits/',
  '/blog/authors/team/',
  '/blog/saved/',
  '/blog/search/?q=credits',
  '/about/',
  '/privacy/',
  '/contact/',
  '/developers/',
  '/developers/holds/',
  '/problems/',
  '/nowhere/',
];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** What `npm run screenshots -- --compare` and `-- --accept` ask for (`run.ts`). */
const isCompared = process.env.COMPARED !== undefined;
/** What differs from day to day is left out of compared pictures. */
const changing =
  'time, canvas, .u-legend, .account-outlook, .account-lots .account-small, .account-legend { visibility: hidden }';

test.describe('the pictures of the README', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('the home page with the avatar menu open', async ({ page }) => {
    await page.goto('/');
    await signIn(page, newAddress(), { name: 'Ann Miller' });
    await avatar(page).click();
    await expect(page.getByRole('menuitem', { name: 'Credits: 25' })).toBeVisible();
    await page.screenshot({ path: `${readme}/home.png` });
  });

  test('a Chinese post in the dark theme', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/zh/blog/how-credits-work/', { waitUntil: 'networkidle' });
    await page.screenshot({ path: `${readme}/post.png` });
  });

  test('what a month costs', async ({ page }) => {
    await page.goto('/pricing/', { waitUntil: 'networkidle' });
    await page.getByRole('heading', { name: 'What a month costs you' }).scrollIntoViewIfNeeded();
    await page.getByRole('slider').first().press('PageUp');
    await page.locator('[data-best]').evaluate((row) => row.scrollIntoView({ block: 'center' }));
    await page.screenshot({ path: `${readme}/pricing.png` });
  });

  test('the ledger that visitors press', async ({ page }) => {
    await page.goto('/products/image-shrink/', { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: /^Image shrink/ }).click();
    const lines = page.locator('tbody tr[data-event]');
    await expect(lines.last()).toContainText('Captured: Image shrink');
    await lines.first().evaluate((row) => row.scrollIntoView({ block: 'center' }));
    await page.screenshot({ path: `${readme}/ledger.png` });
  });

  test('the overview of an account', async ({ page }) => {
    await page.goto('/');
    await signIn(page, newAddress(), { name: 'Ann Miller' });
    await showAccount(page);
    await expect(page.locator('#usage canvas')).toHaveCount(2);
    await page.screenshot({ path: `${readme}/account.png` });
  });
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1280, 360]) {
    test(`every page in ${theme} at ${width} px`, async ({ page }) => {
      test.setTimeout(240_000);
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 800 });
      const look = `${theme}-${width}`;
      for (const path of pages.flatMap((of) => [of, `/zh${of}`])) await take(page, path, look);
      await takeFrame(page, width, look);
      await page.goto('/signin/?error=access_denied');
      await shoot(page, `${look}-signin-denied`);
      await page.goto('/api/auth/login');
      await shoot(page, `${look}-provider`);
      await page.goto('/');
      await signIn(page, `${look}@example.com`, { name: 'Ann Miller' });
      for (const section of ['', 'packs', 'entries', 'sessions', 'profile', 'delete']) {
        for (const path of ['/account/', '/zh/account/']) {
          await showAccount(page, section ? `${path}#${section}` : path);
          await shoot(page, `${look}${nameOf(path)}${section && `-${section}`}`);
        }
      }
      await avatar(page, 'zh').click();
      await page.screenshot({ path: `${gallery}/${look}-avatar-menu.png` });
    });
  }
}

async function take(page: Page, path: string, look: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await shoot(page, `${look}${nameOf(path)}`);
}

/** The opened part of the top bar: the panel of products, or the drawer on a phone. */
async function takeFrame(page: Page, width: number, look: string): Promise<void> {
  await page.goto('/');
  if (width < 900) await page.getByRole('button', { name: 'Menu' }).click();
  const place = page.locator(width < 900 ? '#drawer' : 'header');
  await place.getByRole('link', { name: 'Products' }).click();
  await expect(place.getByText('Document digest')).toBeVisible();
  await page.screenshot({ path: `${gallery}/${look}-opened.png` });
}

async function shoot(page: Page, name: string): Promise<void> {
  const look = { path: `${gallery}/${name}.png`, fullPage: true };
  const picture = await page.screenshot(isCompared ? { ...look, style: changing } : look);
  if (isCompared) expect.soft(picture).toMatchSnapshot(`${name}.png`, { maxDiffPixels: 50 });
}

function nameOf(path: string): string {
  return path.replace(/\//g, '-').replace(/-$/, '') || '-home';
}
