import { expect, type Page, test } from 'playwright/test';
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

test('the home page with the avatar menu open', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  await signIn(page, newAddress(), { name: 'Ann Miller' });
  await avatar(page).click();
  await expect(page.getByRole('menuitem', { name: 'Credits: 25' })).toBeVisible();
  await page.screenshot({ path: `${readme}/home.png` });
});

test('a Chinese post in the dark theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/zh/blog/how-credits-work/', { waitUntil: 'networkidle' });
  await page.screenshot({ path: `${readme}/post.png` });
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
      await signIn(page, newAddress(), { name: 'Ann Miller' });
      for (const path of ['/account/', '/zh/account/']) {
        await page.goto(path);
        await expect(page.locator('#balance')).toBeVisible();
        await shoot(page, `${look}${nameOf(path)}`);
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
  await page.screenshot({ path: `${gallery}/${name}.png`, fullPage: true });
}

function nameOf(path: string): string {
  return path.replace(/\//g, '-').replace(/-$/, '') || '-home';
}
