import { expect } from 'playwright/test';
import { packName } from '../../src/contract/prices.ts';
import { cheapestMonth } from '../../src/islands/demos/cost-demo.ts';
import { openIdle } from '../support/idle-page.ts';
import { trialCredits } from './support/product.ts';
import { test } from './support/test.ts';
import { pageErrorsOf } from './support/visitor.ts';

test('a visitor presses the ledger without an account, and each press writes its lines', async ({
  page,
}) => {
  const pageErrors = pageErrorsOf(page);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/-demo\./.test(request.url())) scripts.push(request.url());
  });
  await openIdle(page, '/products/image-shrink/');
  expect(scripts).toEqual([]);

  await expect(page.locator('fieldset > legend')).toHaveText(['What the visitor does']);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const lines = page.locator('tbody tr[data-event]');
  await press(/^Image shrink 1/);
  // A digest costs 3 and the run 1; the card failed, and is free.
  const left = trialCredits - 4;
  await expect(lines).toHaveText([
    `Trial granted+${trialCredits}0${trialCredits}`,
    `Held: Document digest–3${trialCredits - 3}`,
    `Used: Document digest−30${trialCredits - 3}`,
    `Held: Social card–2${left - 1}`,
    `Given back: Social card failed–0${trialCredits - 3}`,
    `Held: Image shrink–1${left}`,
    `Used: Image shrink−10${left}`,
  ]);
  await press('Let one fail');
  await expect(lines.last()).toHaveText(`Given back: Image shrink failed–0${left}`);
  await press('Send the same run again');
  await expect(lines.last()).toHaveText(['Sent again: Image shrink–0', left].join(''));
  await expect(page.getByText('It is not a second charge.')).toBeVisible();
  await expect(lines).toHaveCount(8);

  let balance = left;
  while (balance >= 3) {
    balance -= 3;
    await press(/^Document digest/);
    await expect(lines.last()).toHaveText(new RegExp(`^Used.*0${balance}$`));
  }
  await press(/^Document digest/);
  await expect(lines.last()).toHaveText(`Refused: Document digest–0${balance}`);
  await expect(lines).toHaveCount(8);
  expect(pageErrors).toEqual([]);
});

for (const [path, flow, written] of [
  ['/', 'Image shrink', `Used: Image shrink−10${trialCredits - 4}`],
  ['/zh/', '图片压缩', `结算：图片压缩−10${trialCredits - 4}`],
] as const) {
  test(`the ledger of ${path} is pressed without an account, and keeps its height`, async ({
    page,
  }) => {
    const pageErrors = pageErrorsOf(page);
    await page.goto(path);
    const lines = page.locator('tbody tr');
    await expect(lines).toHaveCount(8);
    await page.getByRole('button', { name: flow }).click();
    await expect(lines.and(page.locator('[data-event]')).last()).toHaveText(written);
    await expect(lines).toHaveCount(8);
    expect(pageErrors).toEqual([]);
  });
}

for (const [path, type, naturalWidth] of [
  ['/zh/', 'PNG', 960],
  ['/zh/products/image-shrink/', 'PNG', 960],
  ['/zh/products/image-shrink/', 'JPEG', 640],
] as const) {
  test(`on ${path} the heavy ${type} is fetched when the slider is moved, also by keyboard`, async ({
    page,
  }) => {
    const pageErrors = pageErrorsOf(page);
    await openIdle(page, path);
    const slider = page.getByRole('slider', { name: `显示 ${type} 的比例` }).first();
    await slider.scrollIntoViewIfNeeded();
    const before = slider.locator('..').locator('[data-before]');
    await expect(before).toBeHidden();
    await slider.focus();
    await expect(before).toHaveJSProperty('naturalWidth', naturalWidth);
    await page.keyboard.press('End');
    await expect(before).toHaveCSS('clip-path', 'inset(0px 0% 0px 0px)');
    expect(pageErrors).toEqual([]);
  });
}

test('a key that is pressed on the slider before any script is there moves it', async ({
  page,
}) => {
  const { promise: isPressed, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/_astro\/start\./, async (route) => {
    await isPressed;
    await route.continue();
  });
  await page.goto('/products/image-shrink/');
  const slider = page.getByRole('slider').first();
  await slider.focus();
  await slider.press('End');
  const before = page.locator('[data-before]').first();
  await expect(before).toBeHidden();
  release();
  await expect(before).toHaveJSProperty('naturalWidth', 960);
  await expect(before).toHaveCSS('clip-path', 'inset(0px 0% 0px 0px)');
});

test('runs a month become credits, packs and money in both currencies', async ({ page }) => {
  const pageErrors = pageErrorsOf(page);
  await openIdle(page, '/zh/pricing/');
  const count = page.getByRole('spinbutton', { name: '社交卡片' });
  await count.scrollIntoViewIfNeeded();
  const hydrated = page.waitForRequest(/cost-demo/);
  await count.focus();
  await hydrated;
  const answer = page.getByRole('status').filter({ hasText: /^选“|^不运行/ });
  for (const name of ['社交卡片', '图片压缩', '文档摘要']) {
    await page.getByRole('spinbutton', { name }).fill(name === '图片压缩' ? '1000' : '0');
  }
  const { id, money } = cheapestMonth(1_000, 'zh');
  const pack = packName(id, 'zh');
  await expect(answer).toHaveText(
    `选“${pack}”，每月约 ${money.join(' / ')}。当月没用完的，下个月接着用。`,
  );
  await expect(page.locator('[data-best]')).toContainText(pack);
  await page.getByRole('slider', { name: '图片压缩' }).press('Home');
  await expect(page.getByRole('spinbutton', { name: '图片压缩' })).toHaveValue('0');
  await expect(answer).toHaveText(/^不运行就不花钱。/);
  expect(pageErrors).toEqual([]);
});

test('the press that makes the script of the month load is counted', async ({ page }) => {
  await openIdle(page, '/pricing/');
  const slider = page.getByRole('slider', { name: 'Image shrink' });
  await slider.press('End');
  const most = await slider.inputValue();
  await expect(page.getByRole('spinbutton', { name: 'Image shrink' })).toHaveValue(most);
});

test('key sentences light up without any script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/products/document-digest/');
  const lit = page.locator('mark[data-rank]').filter({ visible: true });
  await page.getByRole('radio', { name: '4' }).check({ force: true });
  await expect(lit).toHaveCount(4);
  for (const mark of await lit.all()) await expect(mark).toHaveCSS('background-size', '100% 100%');
  await page.getByRole('radio', { name: '1' }).check({ force: true });
  await expect(page.locator('mark[data-rank="4"]')).toHaveCSS('background-size', '0% 100%');
  await context.close();
});

for (const [path, label, title] of [
  ['/', 'Title of the card', 'Bread for beginners'],
  ['/zh/', '卡片标题', '新手也能做的面包'],
  ['/products/social-card/', 'Title of the card', 'A lock & its keeper'],
  ['/zh/products/social-card/', '卡片标题', '水闸与看闸的人'],
] as const) {
  test(`a card is drawn while a visitor types its title on ${path}, without a call`, async ({
    page,
  }) => {
    const pageErrors = pageErrorsOf(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await openIdle(page, path);
    expect(requests.filter((name) => /card-demo|\/card\./.test(name))).toEqual([]);
    const card = page
      .getByRole('main')
      .locator('img:is([src*="example.png"], [src^="data:"])')
      .first();
    await expect(card).toHaveAttribute('src', /example\.png$/);

    const field = page.getByLabel(label);
    const hydrated = page.waitForRequest(/card-demo/);
    await field.focus();
    await hydrated;
    const calls = () => requests.filter((name) => !/^(?:image\/svg|\/_astro\/)/.test(name));
    const before = calls().length;
    await page.keyboard.press('Control+A');
    await page.keyboard.type(title);
    await expect(card).toHaveAttribute('src', /^data:image\/svg\+xml,/);
    await expect(card).toHaveAttribute('alt', new RegExp(title));
    await expect(card).toHaveJSProperty('naturalWidth', 1200);
    const drawn = await card.getAttribute('src');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await expect(
      page.getByRole('status').filter({ hasText: /Write a few|Three lines|最多三行|请写上几个字/ }),
    ).toBeVisible();
    await expect(card).toHaveAttribute('src', drawn ?? '');
    expect(calls().slice(before)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });
}

test('without scripts, pages show the example card and examples of prices, and no field', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/products/social-card/');
  await expect(page.getByRole('img', { name: /^A card with a title/ })).toBeVisible();
  await expect(page.locator('textarea')).toBeHidden();
  await expect(page.getByText('Press a run and watch')).toBeHidden();
  await page.goto('/pricing/');
  const examples = page.getByRole('table', { name: 'What a month costs' });
  await expect(examples.getByRole('row').last()).toContainText(
    cheapestMonth(1_000 * 3, 'en').money.join(''),
  );
  await expect(page.getByRole('slider')).toHaveCount(0);
  await context.close();
});
