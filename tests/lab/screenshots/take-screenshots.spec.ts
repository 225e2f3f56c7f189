import { expect, type Page, test } from 'playwright/test';
import { accountSections } from '../../../src/contract/checkout.ts';
import { liveWholeLife, showAccount } from '../../e2e/support/account.ts';
import { publicPaths } from '../../e2e/support/public-paths.ts';
import { avatar, newAddress, signIn } from '../../e2e/support/visitor.ts';

/**
 * Takes the pictures of the README, and one of every page type in each language, theme and width.
 */
const readme = 'docs/screenshots';
const gallery = 'test-results/screenshots';

// The policy of the pages would refuse the style that leaves out what changes.
test.use({ bypassCSP: true, contextOptions: { reducedMotion: 'reduce' } });

/** The environment of `npm run screenshots -- --compare` and `-- --accept` (`run.ts`). */
const isCompared = process.env.COMPARED !== undefined;
/** Parts that differ from day to day, and parts that move, are left out of compared pictures. */
const changing =
  'time, img[src="/scene.svg"], canvas, .u-legend, .account-outlook, .account-lots .small, .account-legend, .flows-said, .flows-result + .small { visibility: hidden }';

test.describe('the pictures of the README', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  // The type of headings is there from the second page on, when the browser has it at once.
  test.beforeEach(async ({ page }) => {
    await page.goto('/', { waitUntil: 'networkidle' });
  });

  test('the home page with the avatar menu open', async ({ page }) => {
    await signIn(page, newAddress(), { name: 'Ann Miller' });
    await page.goto('/', { waitUntil: 'networkidle' });
    await avatar(page).click();
    await expect(page.getByRole('menuitem', { name: 'Credits: 25' })).toBeVisible();
    await show(page, 'home');
  });

  test('a Chinese post in the dark theme', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/zh/blog/how-credits-work/', { waitUntil: 'networkidle' });
    await show(page, 'post');
  });

  test('what a month costs', async ({ page }) => {
    await page.goto('/pricing/', { waitUntil: 'networkidle' });
    const slider = page.getByRole('slider').first();
    await slider.press('PageUp');
    await slider.blur();
    await expect(page.getByRole('spinbutton').first()).not.toHaveValue('20');
    await showFrom(page, 'What a month costs you', 'pricing');
  });

  test('the ledger that visitors press', async ({ page }) => {
    await page.goto('/products/image-shrink/', { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: /^Image shrink/ }).click();
    const last = page.locator('tbody tr[data-event]').last();
    await expect(last).toContainText('Used: Image shrink');
    await showFrom(page, 'How a run is charged', 'ledger');
  });

  test('the overview of an account', async ({ page }) => {
    await signIn(page, 'ann@example.com', { name: 'Ann Miller' });
    await showAccount(page);
    await page.reload();
    await expect(page.locator('#usage canvas')).toHaveCount(2);
    await show(page, 'account');
  });
});

async function show(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${readme}/${name}.png` });
}

/** Shows a page from a heading on. */
async function showFrom(page: Page, heading: string, name: string): Promise<void> {
  const top = page.getByRole('heading', { name: heading });
  await top.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
  await show(page, name);
}

for (const theme of ['light', 'dark'] as const) {
  for (const width of [360, 768, 1280, 1920]) {
    test(`every page in ${theme} at ${width} px`, async ({ page }) => {
      test.setTimeout(400_000);
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 800 });
      const look = `${theme}-${width}`;
      for (const path of publicPaths) await take(page, path, look);
      await takeFrame(page, width, look);
      await page.goto('/signin/?error=access_denied');
      await shoot(page, `${look}-signin-denied`);
      await page.goto('/api/auth/login');
      await expect(page.locator('input[name="email"]')).toBeVisible();
      await shoot(page, `${look}-provider`);
      await page.goto('/');
      await signIn(page, `${look}@example.com`, { name: 'Ann Miller' });
      await takeFlows(page, look);
      await takeAccount(page, `${look}-new`);
      await avatar(page, 'zh').click();
      await page.screenshot({ path: `${gallery}/${look}-avatar-menu.png` });
      await liveWholeLife(page);
      await takeAccount(page, `${look}-used`);
    });
  }
}

/** Each flow before a run, and a card with its result. */
async function takeFlows(page: Page, look: string): Promise<void> {
  for (const language of ['', '/zh']) {
    for (const flow of ['image-shrink', 'document-digest', 'social-card']) {
      await page.goto('about:blank');
      await page.goto(`${language}/flows/#${flow}`);
      await expect(page.locator('.flows-bench:not([hidden])')).toBeVisible();
      await shoot(page, `${look}${nameOf(language || '/en')}-flows-${flow}`);
    }
    const bench = page.locator('.flows-bench:not([hidden])');
    await bench.getByRole('textbox').first().fill('How credits work · 积分怎么用');
    await bench.locator('button[type="submit"]').click();
    await expect(bench.locator('.flows-result-file').first()).toBeVisible();
    await shoot(page, `${look}${nameOf(language || '/en')}-flows-result`);
  }
}

async function takeAccount(page: Page, look: string): Promise<void> {
  for (const [section] of accountSections) {
    for (const path of ['/account/', '/zh/account/']) {
      await showAccount(page, `${path}#${section}`);
      if (section === 'balance') {
        await page.locator('#usage').scrollIntoViewIfNeeded();
        await expect(page.locator('#usage canvas')).toHaveCount(2);
      }
      await shoot(page, `${look}${nameOf(path)}-${section}`);
    }
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
  await settle(page);
  const look = { path: `${gallery}/${name}.png`, fullPage: true };
  const picture = await page.screenshot(isCompared ? { ...look, style: changing } : look);
  if (isCompared) expect.soft(picture).toMatchSnapshot(`${name}.png`, { maxDiffPixels: 50 });
}

/** Waits for what arrives late: pictures that no reader has scrolled to, fonts, previews and lists. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]:visible')).toHaveCount(0);
  await page.evaluate(async () => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    for (const image of document.images) image.loading = 'eager';
    // A picture that can't be shown is drawn as it is.
    await Promise.allSettled(Array.from(document.images, (image) => image.decode()));
    await document.fonts.ready;
    const { documentElement } = document;
    for (let before = 0; before !== documentElement.scrollHeight; ) {
      before = documentElement.scrollHeight;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  });
}

function nameOf(path: string): string {
  return path.replace(/\//g, '-').replace(/-$/, '') || '-home';
}
