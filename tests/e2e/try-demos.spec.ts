import { expect } from 'playwright/test';
import { test } from './support/test.ts';
import { troublesOf } from './support/visitor.ts';

test('a visitor presses the ledger without an account, and each press writes its lines', async ({
  page,
}) => {
  const troubles = troublesOf(page);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/-demo\./.test(request.url())) scripts.push(request.url());
  });
  await page.goto('/products/image-shrink/', { waitUntil: 'networkidle' });
  expect(scripts).toEqual([]);

  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const lines = page.locator('tbody tr[data-event]');
  await press(/^Image shrink 1/);
  await expect(lines).toHaveText([
    /Trial granted\+25025/,
    /Held: Social card–223/,
    /Captured: Social card−2023/,
    /Held: Image shrink–122/,
    /Captured: Image shrink−1022/,
  ]);
  await press('Let one fail');
  await expect(lines.last()).toHaveText('Released: Image shrink failed–022');
  await press('Send it twice');
  await expect(lines.last()).toHaveText('Sent again: Image shrink–022');
  await expect(page.getByText('It is not a second charge.')).toBeVisible();
  await expect(lines).toHaveCount(8);

  for (const round of [19, 16, 13, 10, 7, 4, 1]) {
    await press(/^Document digest/);
    await expect(lines.last()).toHaveText(new RegExp(`^Captured.*0${round}$`));
  }
  await press(/^Document digest/);
  await expect(lines.last()).toHaveText('Refused: Document digest–01');
  await expect(lines).toHaveCount(8);
  expect(troubles).toEqual([]);
});

test('the heavy picture is fetched when the slider is moved, also by keyboard', async ({
  page,
}) => {
  const troubles = troublesOf(page);
  await page.goto('/zh/products/image-shrink/');
  const slider = page.getByRole('slider', { name: '显示 PNG 的比例' });
  await slider.scrollIntoViewIfNeeded();
  const before = page.locator('[data-before]');
  await expect(before).toBeHidden();
  await slider.focus();
  await expect(before).toHaveJSProperty('naturalWidth', 960);
  await page.keyboard.press('End');
  await expect(before).toHaveCSS('clip-path', 'inset(0px 0% 0px 0px)');
  expect(troubles).toEqual([]);
});

test('key sentences light up without any script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/products/document-digest/');
  const lit = page.locator('mark').filter({ visible: true });
  await page.getByRole('radio', { name: '4' }).check({ force: true });
  await expect(lit).toHaveCount(4);
  for (const mark of await lit.all()) await expect(mark).toHaveCSS('background-size', '100% 100%');
  await page.getByRole('radio', { name: '1' }).check({ force: true });
  await expect(page.locator('mark[data-rank="4"]')).toHaveCSS('background-size', '0% 100%');
  await context.close();
});
