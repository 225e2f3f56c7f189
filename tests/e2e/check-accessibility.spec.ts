import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from 'playwright/test';
import { avatar, newAddress, signIn } from './support/visitor.ts';

const publicPages = [
  '/',
  '/pricing/',
  '/blog/',
  '/blog/how-credits-work/',
  '/about/',
  '/privacy/',
  '/contact/',
  '/nowhere/',
];
const looks = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 360 },
] as const;

for (const { theme, width } of looks) {
  test.describe(`in ${theme} at ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 800 } });

    for (const path of publicPages.flatMap((page) => [page, `/zh${page}`])) {
      test(`axe finds nothing on ${path}`, async ({ page }) => {
        await page.goto(path, { waitUntil: 'networkidle' });
        await expectAccessible(page);
      });
    }

    test('axe finds nothing on the sign-in page, the provider and the account', async ({
      page,
    }) => {
      await page.goto('/signin/?error=access_denied');
      await expect(page.getByRole('heading', { level: 1, name: 'You did not' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/api/auth/login');
      await expect(page.getByLabel('E-mail')).toBeVisible();
      await expectAccessible(page);
      await page.goto('/');
      await signIn(page, newAddress());
      for (const path of ['/account/', '/zh/account/']) {
        await page.goto(path);
        await expect(page.locator('main li')).toBeVisible();
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
