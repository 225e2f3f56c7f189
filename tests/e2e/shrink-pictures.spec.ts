import { expect, type Page } from 'playwright/test';
import { noisyPicture } from '../support/pictures.ts';
import { expectAccessible, expectRoom } from './support/accessible.ts';
import { haveCredits } from './support/product.ts';
import { test } from './support/test.ts';
import { pageErrorsOf, signInByRequests } from './support/visitor.ts';

const bench = (page: Page) => page.locator('.flows-bench:not([hidden])');
const start = (page: Page) => bench(page).locator('button[type="submit"]');
const chosen = (page: Page) => bench(page).locator('.flows-drop .flows-pictures li');
const results = (page: Page) => bench(page).locator('.flows-items > li');

/** Two whole pictures, and between them one that is cut off. */
async function threeFiles() {
  const whole = await noisyPicture(320, 80).jpeg().toBuffer();
  const named = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer });
  const cut = Buffer.from(whole.subarray(0, whole.length / 2));
  return [named('mill.jpg', whole), named('cut-off.jpg', cut), named('wheel.jpg', whole)];
}

async function openWithThree(page: Page, path: string): Promise<void> {
  await signInByRequests(page, { verified: true });
  await page.goto(path);
  await expect(start(page)).toBeVisible();
  await bench(page)
    .locator('input[type="file"]')
    .setInputFiles(await threeFiles());
  await expect(chosen(page)).toHaveCount(3);
  // Small pictures take a fraction of the time.
  await bench(page).getByRole('checkbox', { name: '320', exact: true }).check();
  for (const name of ['640', '1280']) {
    await bench(page).getByRole('checkbox', { name, exact: true }).uncheck();
  }
}

test('of three pictures one is broken: two are done and charged, and one is given back by name', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const pageErrors = pageErrorsOf(page);
  await openWithThree(page, '/flows/#image-shrink');
  await expect(start(page)).toHaveText('Run for 3 credits');
  await start(page).click();
  const states = bench(page).locator('.flows-outcome .flows-pictures li');
  await expect(states).toHaveCount(3);
  await expect(results(page)).toHaveCount(3, { timeout: 60_000 });
  await expect(page.locator('.flows-balance')).toHaveText(haveCredits(-2));
  await expect(results(page).nth(1)).toContainText('cut-off.jpg failed, not charged');
  await expect(results(page).nth(1)).toContainText('damaged or cut off');
  await expect(results(page).first().getByRole('slider')).toBeVisible();
  await results(page).nth(2).locator('summary').click();
  await expect(results(page).nth(2).locator('a[download]')).toHaveCount(2);
  await expect(results(page).nth(2).getByText('<picture>')).toContainText('3-avif-320.avif');
  const saving = page.waitForEvent('download');
  await bench(page).getByRole('button', { name: 'Download all 4 as a ZIP' }).click();
  expect((await saving).suggestedFilename()).toMatch(/-image-shrink\.zip$/);
  await expect(page.locator('.flows-run-title').first()).toHaveText('mill.jpg + 2');
  await page.getByRole('button', { name: /^Run again with what was given: Image shrink/ }).click();
  await expect(start(page)).toHaveText('Run for 3 credits');
  expect(pageErrors).toEqual([]);
});

test('a list of pictures is changed by the keyboard, and priced by what is in it', async ({
  page,
}) => {
  await openWithThree(page, '/flows/#image-shrink');
  const remove = bench(page).getByRole('button', { name: 'Remove cut-off.jpg' });
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(chosen(page)).toHaveText([/^mill\.jpg/, /^wheel\.jpg/]);
  await expect(bench(page).getByRole('button', { name: 'Add more' })).toBeFocused();
  await expect(start(page)).toHaveText('Run for 2 credits');
  const more = Array.from({ length: 9 }, (_, place) => place);
  const picture = await noisyPicture(40, 30).png().toBuffer();
  const file = (place: number) => ({ name: `${place}.png`, mimeType: '', buffer: picture });
  await bench(page).locator('input[type="file"]').setInputFiles(more.map(file));
  await expect(chosen(page)).toHaveCount(10);
  await expect(bench(page).getByText('At most 10 at once: 1 were left out.')).toBeVisible();
  await bench(page).getByRole('button', { name: 'Remove all' }).click();
  await expect(chosen(page)).toHaveCount(0);
  await expect(start(page)).toHaveText('Run for 1 credit');
});

/** Each theme, width and language is in half of the looks. */
const looks = [
  { theme: 'light', width: 1280, path: '/flows/#image-shrink' },
  { theme: 'dark', width: 360, path: '/flows/#image-shrink' },
  { theme: 'dark', width: 1280, path: '/zh/flows/#image-shrink' },
  { theme: 'light', width: 360, path: '/zh/flows/#image-shrink' },
] as const;

for (const { theme, width, path } of looks) {
  test.describe(`in ${theme} at ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 800 } });

    test(`axe finds nothing on ${path} with several pictures and their results`, async ({
      page,
    }) => {
      test.setTimeout(120_000);
      await openWithThree(page, path);
      await expectAccessible(page);
      await expectRoom(page);
      await start(page).click();
      await expect(results(page)).toHaveCount(3, { timeout: 60_000 });
      await expect(results(page).first().getByRole('slider')).toBeVisible();
      await expectAccessible(page);
      await expectRoom(page);
    });
  });
}
