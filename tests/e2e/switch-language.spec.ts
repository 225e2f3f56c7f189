import { expect, type Page } from 'playwright/test';
import { test } from './support/test.ts';
import { moving } from './support/visitor.ts';

test.use(moving);

for (const [path, twin] of [
  ['/', '/zh/'],
  ['/pricing/', '/zh/pricing/'],
  ['/products/social-card/', '/zh/products/social-card/'],
  ['/blog/how-credits-work/', '/zh/blog/how-credits-work/'],
] as const) {
  test(`the language switch keeps the page: ${path}`, async ({ page, context }) => {
    await page.goto(path);
    await page.locator('header').getByRole('link', { name: '中文' }).click();
    await expect(page).toHaveURL(twin);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    expect(await context.cookies()).toContainEqual(
      expect.objectContaining({ name: 'language', value: 'zh' }),
    );
    await page.locator('header').getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
}

test.describe('in a browser that prefers Chinese', () => {
  test.use({ locale: 'zh-CN' });
  const offer = (page: Page) => page.getByRole('link', { name: '本页有中文版' });

  test('an English page offers its Chinese twin, until the offer is closed', async ({ page }) => {
    await page.goto('/pricing/');
    await expect(offer(page)).toBeVisible();
    await page.getByRole('button', { name: '关闭' }).click();
    await expect(offer(page)).toBeHidden();
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(offer(page)).toBeHidden();
  });

  test('the offer leads to the same place in Chinese, which offers nothing', async ({ page }) => {
    await page.goto('/pricing/?from=here#questions');
    await offer(page).click();
    await expect(page).toHaveURL('/zh/pricing/?from=here#questions');
    await page.goto('/pricing/', { waitUntil: 'networkidle' });
    await expect(offer(page)).toBeHidden();
  });
});

test('a browser that prefers English is offered nothing', async ({ page }) => {
  await page.goto('/pricing/', { waitUntil: 'networkidle' });
  await expect(page.locator('dialog')).toBeHidden();
});

test('Chinese pages link to Chinese pages', { tag: '@daily' }, async ({ page }) => {
  await page.goto('/zh/');
  const paths = await page
    .locator('a[href^="/"]:not([hreflang])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(
    paths.filter((path) => !/^\/(zh\/|api\/auth\/login\?returnTo=%2Fzh%2F)/.test(path ?? '')),
  ).toEqual([]);
});

test('currentLanguage is that of the page: Products asks for the flows in it', async ({ page }) => {
  for (const [path, language] of [
    ['/', 'en'],
    ['/zh/', 'zh'],
  ] as const) {
    await page.goto(path);
    // In the header and in the drawer, each of which React takes over with its slot as it is.
    const switches = page.locator('.frame-top [data-switch="language"]');
    const html = () => switches.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
    const built = await html();
    expect(built).toHaveLength(2);
    const flows = page.waitForRequest((request) => new URL(request.url()).pathname === '/flows');
    await page.locator('header a[href="#"]').click();
    expect((await flows).headers()['accept-language']).toBe(language);
    expect(await html()).toEqual(built);
  }
});

// Specification, section 9: "Layout breakpoints: 0, 600, 900, 1200, 1536 px".
test('a page is wider from 1536 px on', async ({ page }) => {
  const widthAt = async (width: number) => {
    await page.setViewportSize({ width, height: 800 });
    return (await page.locator('main .page').first().boundingBox())?.width;
  };
  await page.goto('/pricing/');
  expect(await widthAt(1535)).toBe(1152);
  expect(await widthAt(1536)).toBe(1344);
});
