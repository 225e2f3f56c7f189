import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from 'playwright/test';
import { showTrouble, troubles } from './support/trouble.ts';
import { avatar, newAddress, signIn } from './support/visitor.ts';

const publicPages = [
  '/',
  '/pricing/',
  '/developers/',
  '/blog/',
  '/blog/how-credits-work/',
  '/blog/what-an-image-weighs/',
  '/blog/tags/credits/',
  '/blog/authors/millrace/',
  '/blog/saved/',
  '/blog/search/?q=credits',
  '/about/',
  '/privacy/',
  '/contact/',
  '/problems/',
  '/nowhere/',
];
/** What only some visitors see is looked at in one language a look, and each language twice. */
const looks = [
  { theme: 'light', width: 1280, language: 'en' },
  { theme: 'dark', width: 1280, language: 'zh' },
  { theme: 'light', width: 360, language: 'zh' },
  { theme: 'dark', width: 360, language: 'en' },
] as const;

for (const { theme, width, language } of looks) {
  test.describe(`in ${theme} at ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 800 } });

    for (const path of publicPages.flatMap((page) => [page, `/zh${page}`])) {
      test(`axe finds nothing on ${path}`, async ({ page }) => {
        await page.goto(path, { waitUntil: 'networkidle' });
        await expectAccessible(page);
      });
    }

    for (const trouble of troubles) {
      test(`axe finds nothing on a sign-in that is ${trouble}`, async ({ page }) => {
        await showTrouble(page, trouble, language);
        await expectAccessible(page);
      });
    }

    test('axe finds nothing on the opened Products', async ({ page }) => {
      await page.goto(language === 'zh' ? '/zh/' : '/');
      const place = page.locator(width < 900 ? '#drawer' : 'header');
      if (width < 900) {
        await page.locator('button[popovertarget="drawer"]').click();
        await expect(place).toBeVisible();
        await expectAccessible(page);
      }
      await place.locator('a[href="#"]').click();
      await expect(place.locator('a[href$="#document-digest"]')).toBeVisible();
      await expectAccessible(page);
    });

    test('axe finds nothing on the provider, the account and the avatar menu', async ({ page }) => {
      await page.goto('/api/auth/login');
      await expect(page.getByLabel('E-mail')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/');
      await signIn(page, newAddress());
      for (const path of ['/account/', '/zh/account/']) {
        await page.goto(path);
        await expect(page.locator('#usage canvas')).toHaveCount(2);
        await expectAccessible(page);
      }
      await page.goto('/');
      await avatar(page).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page);
    });
  });
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
  expect(found).toEqual([]);
}
