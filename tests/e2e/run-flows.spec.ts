import { expect } from 'playwright/test';
import { localizedPath } from '../../src/contract/language.ts';
import { noisyPicture } from '../support/pictures.ts';
import { expectAccessible, expectRoom, looks } from './support/accessible.ts';
import { balance, bench, openFlow, runs, start } from './support/flows.ts';
import { creditsInMenu, haveCredits, shown, trialCredits } from './support/product.ts';
import { test } from './support/test.ts';
import { avatar, identify, newAddress, pageErrorsOf } from './support/visitor.ts';

/** A small one: what is tried is the page, and the search for the fewest bytes takes seconds. */
const picture = {
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(await noisyPicture(360, 120).png().toBuffer()),
};
const document = 'tests/site/src/content/blog/en/how-credits-work.md';

test('a new visitor runs all three flows, and menu, runs and entries agree', {
  tag: '@daily',
}, async ({ page }) => {
  const pageErrors = pageErrorsOf(page);
  await page.goto('/');
  const asked = page.waitForResponse((response) => /:\d+\/flows$/.test(response.url()));
  await page.locator('header').getByRole('link', { name: 'Products' }).click();
  expect((await asked).status()).toBe(200);
  await page
    .locator('header')
    .getByRole('link', { name: /^Social card/ })
    .click();
  await expect(page).toHaveURL('/products/social-card/');
  await page.getByRole('link', { name: 'Run it on yours' }).click();
  await identify(page, newAddress());
  await expect(page).toHaveURL('/flows/#social-card');

  await bench(page)
    .getByRole('textbox', { name: 'Title', exact: true })
    .fill('Small jobs, 积分分毫不差');
  await page.getByRole('button', { name: 'Run for 2 credits' }).click();
  const card = bench(page).locator('.flows-result-file img');
  await expect(card).toHaveJSProperty('naturalWidth', 1200);
  await expect(balance(page)).toHaveText(haveCredits(-2));

  await page
    .getByRole('main')
    .getByRole('link', { name: /^Image shrink/ })
    .click();
  await expect(bench(page).getByRole('heading', { name: 'Image shrink' })).toBeVisible();
  await bench(page).locator('input[type="file"]').setInputFiles(picture);
  await expect(bench(page).getByAltText('The picture that goes in')).toBeVisible();
  await page.getByRole('button', { name: 'Run for 1 credit' }).click();
  await expect(
    bench(page)
      .getByText(/% less$/)
      .first(),
  ).toBeVisible();
  await expect(bench(page).locator('.flows-result-file a[download]').first()).toBeVisible();
  await expect(balance(page)).toHaveText(haveCredits(-3));

  await page
    .getByRole('main')
    .getByRole('link', { name: /^Document digest/ })
    .click();
  await expect(bench(page).getByRole('heading', { name: 'Document digest' })).toBeVisible();
  await bench(page).locator('[data-field="text"] input[type="file"]').setInputFiles(document);
  await expect(bench(page).getByRole('textbox', { name: 'Text' })).toHaveValue(/^---\n\ntitle/);
  await page.getByRole('button', { name: 'Run for 3 credits' }).click();
  await expect(bench(page).getByRole('heading', { name: 'Result' })).toBeFocused();
  await expect(bench(page).locator('.flows-list li').first()).toBeVisible();
  await expect(balance(page)).toHaveText(haveCredits(-6));
  await avatar(page).click();
  await expect(page.getByRole('menuitem', { name: creditsInMenu(-6) })).toBeVisible();

  await page.reload();
  await expect(runs(page)).toHaveText([
    /Document digest.*Done/,
    /^photo\.pngImage shrink · .*Done1 credit/,
    /^Small jobs, 积分分毫不差Social card · .*Done/,
  ]);
  await runs(page).last().scrollIntoViewIfNeeded();
  const likeness = runs(page).locator('.flows-run-likeness img');
  await expect(likeness.last()).toHaveJSProperty('naturalWidth', 1200);
  await runs(page).nth(1).getByRole('button', { name: 'Run again' }).click();
  await expect(page).toHaveURL('/flows/#image-shrink');
  await expect(bench(page).getByText(/^photo\.png · /)).toBeVisible();
  await expect(start(page)).toBeFocused();
  await start(page).click();
  await expect(balance(page)).toHaveText(haveCredits(-7));
  await expect(runs(page)).toHaveCount(4);
  await runs(page).last().getByRole('button', { name: /^Open/ }).click();
  await expect(runs(page).last().locator('.flows-result img')).toHaveJSProperty(
    'naturalWidth',
    1200,
  );

  await page.goto('/account/#entries');
  for (const said of ['Social card: 2', 'Image shrink: 1', 'Document digest: 3']) {
    await expect(page.getByRole('row', { name: said }).first()).toBeVisible();
  }
  await expect(page.locator('.account-number')).toHaveText(shown.en.whole(trialCredits - 7));
  await page.getByRole('link', { name: 'Social card: 2 credits used' }).click();
  await expect(runs(page).last()).toBeInViewport();
  await expect(runs(page).last().locator('.flows-result img')).toBeVisible();
  expect(pageErrors).toEqual([]);
});

test('a newcomer runs what stands there, and typing makes room for their own', async ({ page }) => {
  await openFlow(page, '/zh/flows/#image-shrink');
  await bench(page).getByRole('button', { name: '用这张图片试试' }).click();
  await expect(bench(page).getByText(/^valley\.png · /)).toBeVisible();
  await page.locator('.flows-cards').getByText('社交卡片').click();
  await expect(start(page)).toHaveText('运行这个示例（2 积分）');
  const lines = bench(page).locator('.flows-slip');
  const granted = `开始时到账+${shown.zh.whole(trialCredits)}`;
  await expect(lines).toHaveText(granted);
  await start(page).click();
  await expect(lines).toHaveText(`${granted}社交卡片−2剩余${shown.zh.whole(trialCredits - 2)}`);
  await expect(start(page)).toHaveCSS('opacity', '1');
  await bench(page).getByRole('button', { name: '用这份内容再运行' }).click();
  await expect(lines).toHaveCount(0);
  const title = bench(page).getByRole('textbox', { name: '标题', exact: true });
  await title.press('End');
  await title.press('x');
  await expect(title).toHaveValue('x');
  await expect(bench(page).getByRole('textbox', { name: '副标题' })).toHaveValue('');
  await page.reload();
  await expect(title).toHaveValue('x');
  await expect(start(page)).toHaveText('运行（2 积分）');
  await expect(lines).toHaveCount(0);
});

test('a result is shared by a link, which ends when its owner says so', async ({
  page,
  browser,
}) => {
  await openFlow(page, '/flows/#document-digest');
  await bench(page)
    .getByRole('textbox', { name: 'Text' })
    .fill(
      'The mill runs at night. It stands by the river. The river turns the mill. Nobody sleeps.',
    );
  await start(page).click();
  await runs(page).first().getByRole('button', { name: /^Open/ }).click();
  await page.getByRole('button', { name: 'Share by link' }).click();
  const shared = page.getByLabel('Link to the result', { exact: true });
  await expect(shared).toBeFocused();
  const link = await shared.inputValue();
  await expectAccessible(page);
  const other = await browser.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Document digest' })).toBeVisible();
  await expect(other.locator('.flows-result')).toContainText('mill');
  await expect(other.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(other);
  await page.getByRole('button', { name: 'End the link' }).click();
  await expect(page.getByText('The link has ended.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share by link' })).toBeFocused();
  await other.reload();
  await expect(other.getByRole('alert')).toContainText('This link leads nowhere');
  await other.close();
});

test('who has too few credits is led to more and back to the form', async ({ page }) => {
  await openFlow(page, '/flows/?from=mail#document-digest', false);
  await bench(page).getByRole('textbox', { name: 'Text' }).fill('One sentence. And another one.');
  await expect(
    bench(page).getByText('This run costs 3 credits, and you have 0 credits.'),
  ).toBeVisible();
  await start(page).click();
  await expect(
    bench(page).getByRole('alert').filter({ hasText: 'You were not charged.' }),
  ).toBeVisible();
  await bench(page).getByRole('link', { name: 'Buy credits' }).click();
  await page.getByRole('link', { name: 'Back to: Document digest' }).click();
  await expect(page).toHaveURL('/flows/#document-digest');
  await expect(bench(page).getByRole('textbox', { name: 'Text' })).toHaveValue(/^One sentence/);
});

test('what goes wrong is said in words, and costs nothing', async ({ page }) => {
  await openFlow(page, '/flows/#image-shrink');
  const file = bench(page).locator('input[type="file"]');
  await start(page).click();
  await expect(bench(page).getByText('This is required.')).toBeVisible();
  await expect(bench(page).getByRole('button', { name: 'Choose a picture' })).toBeFocused();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  await file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: svg });
  await expect(
    bench(page).getByText(/^This file is not one of JPEG, PNG, WebP, AVIF/),
  ).toBeVisible();
  await start(page).click();
  await expect(
    bench(page).getByText(/^This file is not one of JPEG, PNG, WebP, AVIF/),
  ).toBeVisible();
  await page.route(/:\d+\/flows\/image-shrink\/runs$/, async (route) => {
    const body = JSON.stringify({ ...route.request().postDataJSON(), input: { picture: '' } });
    await route.continue({ postData: body });
  });
  const cut = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  await file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: cut });
  await start(page).click();
  await expect(
    bench(page).getByText('The field "picture" must not be empty. You were not charged.'),
  ).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(bench(page).getByRole('button', { name: 'Choose a picture' })).toBeFocused();
  await file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: cut });
  await start(page).click();
  await expect(
    bench(page).getByRole('alert').filter({ hasText: 'You were not charged' }),
  ).toBeVisible();
  await expect(runs(page)).toHaveCount(0);
  await expect(balance(page)).toHaveText(haveCredits());
});

test('a picture that is removed while another is read does not come back', async ({ page }) => {
  await page.addInitScript(readLate);
  await openFlow(page, '/flows/#social-card');
  const file = bench(page).locator('input[type="file"]');
  await file.setInputFiles(picture);
  await expect(bench(page).getByText(/^photo\.png · /)).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('hold-reads')));
  await file.setInputFiles({ ...picture, name: 'other.png' });
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.evaluate(() => dispatchEvent(new Event('let-reads-go')));
  await expect(page.locator('html')).toHaveAttribute('data-reads', '2');
  await expect(bench(page).getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  await expect(bench(page).getByRole('button', { name: 'Remove' })).toHaveCount(0);
});

/** Runs in the page: files that are read wait from the one event to the other, and are counted. */
function readLate(): void {
  let gate = Promise.resolve();
  let reads = 0;
  addEventListener('hold-reads', () => {
    gate = new Promise((resolve) => addEventListener('let-reads-go', () => resolve()));
  });
  const read = FileReader.prototype.readAsDataURL;
  FileReader.prototype.readAsDataURL = function readAsDataURL(file) {
    this.addEventListener('loadend', () => {
      reads += 1;
      // After whoever waits for the file has gone on.
      setTimeout(() => {
        globalThis.document.documentElement.dataset.reads = String(reads);
      });
    });
    void gate.then(() => read.call(this, file));
  };
}

test('a run whose answer is lost is found again, and charged once', async ({ page }) => {
  await openFlow(page, '/zh/flows/');
  await bench(page).getByRole('textbox', { name: '标题', exact: true }).fill('水车');
  await page.route('**/flows/social-card/runs', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await start(page).click();
  await expect(bench(page).getByRole('alert').filter({ hasText: '不会重复扣积分' })).toBeVisible();
  await page.unroute('**/flows/social-card/runs');
  await expect(start(page)).toHaveText('重新获取结果');
  await bench(page).getByRole('textbox', { name: '标题', exact: true }).fill('水车磨坊');
  await expect(start(page)).toHaveText('运行（2 积分）');
  await page.getByRole('button', { name: '获取那次的结果' }).click();
  await expect(bench(page).locator('.flows-result-file img')).toBeVisible();
  await expect(balance(page)).toHaveText(`可用 ${shown.zh.credits(trialCredits - 2)}`);
  await expect(runs(page)).toHaveCount(1);
});

test('who cancels a run has the credits back, and may run it again', async ({ page }) => {
  await openFlow(page, '/flows/');
  await bench(page).getByRole('textbox', { name: 'Title', exact: true }).fill('Later');
  // The run has not begun for the first two questions, and then it is over.
  const over = Promise.withResolvers<void>();
  await page.route('**/flows/social-card/runs', async (route) => {
    await over.promise;
    await route.abort().catch(() => undefined);
  });
  let asked = 0;
  await page.route('**/runs/cancellations', async (route) => {
    asked += 1;
    if (asked < 3) return route.continue();
    const id = '019a0000-0000-7000-8000-000000000001';
    const [startedAt, keptUntil] = ['2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z'];
    const json = { flow: 'social-card', status: 'cancelled', code: 'run_cancelled', credits: 0 };
    await route.fulfill({ json: { ...json, id, startedAt, keptUntil, result: [] } });
  });
  await start(page).click();
  await expect(bench(page).getByRole('progressbar', { name: 'Running …' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(bench(page).getByText('The run was cancelled. You were not charged.')).toBeVisible();
  expect(asked).toBe(3);
  over.resolve();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await start(page).click();
  await expect(balance(page)).toHaveText(haveCredits(-2));
  await page.getByRole('button', { name: 'Run again with this' }).click();
  await start(page).click();
  await expect(balance(page)).toHaveText(haveCredits(-4));
});

test('a price that depends on the input is asked for; one that changed is said; tabs agree', async ({
  page,
  context,
}) => {
  let quoted = true;
  await context.route(/:\d+\/flows$/, async (route) => {
    const response = await route.fetch();
    const flows: object[] = await response.json();
    const json = flows.map((flow) => ({ ...flow, credits: 1, quoted }));
    await route.fulfill({ response, json });
  });
  await openFlow(page, '/flows/');
  await expect(page.getByRole('link', { name: /^Social card from 1 credit/ })).toBeVisible();
  const title = bench(page).getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('Quoted');
  await page.getByRole('button', { name: 'Run for 2 credits' }).hover();
  // The second click of a double click, which was meant for what the button said before.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await title.fill('Quoted anew');
  await expect(page.getByRole('button', { name: 'See the price' })).toBeVisible();

  quoted = false;
  const other = await context.newPage();
  await other.goto('/flows/');
  await expect(balance(other)).toHaveText(haveCredits());
  await page.reload();
  await expect(title).toHaveValue('Quoted anew');
  await page.getByRole('button', { name: 'Run for 1 credit' }).click();
  await expect(bench(page).getByText('The price is 2 credits now.')).toBeVisible();
  await page.getByRole('button', { name: 'Run for 2 credits' }).click();
  await expect(balance(page)).toHaveText(haveCredits(-2));
  await expect(balance(other)).toHaveText(haveCredits(-2));
});

test('a picture is pasted, and a text is dropped', async ({ page }) => {
  await openFlow(page, '/flows/#image-shrink');
  await page.evaluate(pastePicture);
  await expect(bench(page).getByText(/^pasted\.png · /)).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Document digest/ })
    .click();
  const dropped = await page.evaluateHandle(() => {
    const files = new DataTransfer();
    files.items.add(new File([Uint8Array.of(0xbb, 0xfd, 0xb7, 0xd6)], 'old.txt'));
    return files;
  });
  const text = bench(page).getByRole('textbox', { name: 'Text' });
  await text.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(text).toHaveValue('积分');
  expect(await page.evaluate(dropBeside)).toBe('left alone');
});

/** Runs in the page. */
function dropBeside(): string {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(['a'], 'a.txt'));
  const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
  return globalThis.document.body.dispatchEvent(drop) ? 'opened' : 'left alone';
}

/** Runs in the page. */
async function pastePicture(): Promise<void> {
  const canvas = new OffscreenCanvas(4, 4);
  canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([await canvas.convertToBlob()], 'pasted.png'));
  globalThis.document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
}

for (const { theme, width, language } of looks) {
  const isDigest = theme === 'dark';
  const path = localizedPath(`/flows/#${isDigest ? 'document-digest' : 'image-shrink'}`, language);
  test.describe(`in ${theme} at ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 800 } });

    test(`axe finds nothing on ${path} with a result and with faults`, async ({ page }) => {
      await openFlow(page, path);
      await expectAccessible(page);
      await expectRoom(page);
      if (isDigest) await bench(page).locator('textarea').fill('');
      await start(page).click();
      await expect(bench(page).locator('.flows-fault:not(:empty)')).toBeVisible();
      await expectAccessible(page);
      await expectRoom(page);
      await bench(page)
        .locator('input[type="file"]')
        .first()
        .setInputFiles(isDigest ? document : picture);
      await start(page).click();
      await expect(bench(page).locator('.flows-result')).toBeVisible();
      await runs(page).first().getByRole('button').first().click();
      await expect(runs(page).locator('.flows-result')).toBeVisible();
      await expectAccessible(page);
      await expectRoom(page);
    });
  });
}
