import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from 'playwright/test';
import { contentTypeOf } from '../../infra/edge/site-file.ts';
import { site } from '../../src/site.config.ts';
import { buildCopy, siteOrigin } from '../support/site-copy.ts';
import { field, openEditor, pixel, save } from './support/editor.ts';
import { fileIn } from './support/local-repository.ts';
import { test } from './support/test.ts';

/** A whole day in the editor, and a build of the site at its end. */
const DAY_TIMEOUT_MS = 300_000;

// The editor makes the items of a list when they come into view.
test.use({ viewport: { width: 1280, height: 2400 } });

/** The last field of a name among the sections, which is that of the newest one. */
const inSection = (page: Page, label: string) =>
  field(page, 'Sections')
    .getByRole('group', { name: new RegExp(`^“.?${label}.?” Field$`) })
    .last()
    .getByRole('textbox');

/** The page as the editor shows it beside the form. */
const preview = (page: Page) => page.frameLocator('iframe').last();

async function finish(page: Page): Promise<void> {
  await field(page, 'Draft')
    .getByRole('radio', { name: /^Finished/ })
    .click();
}

/**
 * Goes on from what was saved. The editor leads back to the list by itself, and from wherever the page
 * is by then. Its button for a new entry is there before that, behind the form.
 */
async function open(page: Page, place: string): Promise<void> {
  await expect(page.getByRole('group', { name: 'Content Editor' })).toBeHidden();
  await page.goto(`/admin/#/collections/${place}`);
}

async function addSection(page: Page, kind: string): Promise<void> {
  await field(page, 'Sections')
    .getByRole('button', { name: /Add .?Section/ })
    .click();
  await page.getByRole('menuitem', { name: kind }).click();
}

/** The sentence that the editor shows instead of saving; closes it. */
async function told(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const said = page.getByRole('alertdialog');
  await expect(said).toContainText(/would refuse this|does not have what this names/);
  const text = (await said.textContent()) ?? '';
  await said.getByRole('button').click();
  await expect(said).toBeHidden();
  return text;
}

/** A landing page in both languages, with a mistake in a section. */
async function makeLandingPage(page: Page): Promise<void> {
  await openEditor(page, 'pages/new');
  await field(page, 'Title').getByRole('textbox').fill('Spring offer');
  await field(page, 'Description').getByRole('textbox').fill('What spring brings.');
  await finish(page);
  await addSection(page, 'Hero');
  await inSection(page, 'Title').fill('Half the work.\nAll of the receipt.');
  await inSection(page, 'Lead').fill('Bring <b>work</b>: {{trialCredits}} credits, *free*.');
  await field(page, 'Look').getByRole('radio').first().click();
  await addSection(page, 'Quote');
  await expect(inSection(page, 'Name')).toHaveValue('A. Name');
  await inSection(page, 'Text').fill('Every line adds up.');
  await inSection(page, 'Name').fill('Ada');
  await page.getByRole('radio', { name: 'Chinese' }).first().click();
  await field(page, 'Title').getByRole('textbox').fill('春季优惠');
  await field(page, 'Description').getByRole('textbox').fill('春天带来什么。');
  await field(page, 'Text').last().getByRole('textbox').fill('春天来了。');
  await page.getByRole('radio', { name: 'English' }).first().click();
  expect(await told(page)).toContain('A text in a section has no HTML.');
  await inSection(page, 'Lead').fill('Bring work: {{trialCredits}} credits, *free*.');
  const heading = preview(page).getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/Half the work\.\s*All of the receipt\./);
  const faces = () =>
    heading.evaluate(({ ownerDocument: { fonts } }) =>
      [...fonts].flatMap(({ family, status }) => (family === 'Heading' ? [status] : [])),
    );
  await expect.poll(faces).toContain('loaded');
  await expect(preview(page).getByText(`${site.trial.credits} credits, free.`)).toBeVisible();
  await expect(preview(page).locator('#quote')).toContainText('Ada');
  await save(page);
}

/** A question on the pricing page, below those that are there. */
async function askAboutPrices(page: Page): Promise<void> {
  await open(page, 'pages/entries/pricing');
  const sections = field(page, 'Sections');
  const questions = sections.getByText('Questions and answers');
  const addPoint = sections.getByRole('button', { name: /Add .?Point/ });
  await questions.scrollIntoViewIfNeeded();
  // The form may still be drawn, and a press be lost, or close what has just been opened.
  await expect(async () => {
    if (!(await addPoint.isVisible())) await questions.click();
    await expect(addPoint).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await addPoint.click();
  await inSection(page, 'Title').fill('Do prices rise in spring?');
  await inSection(page, 'Text').fill('No. See [the offer](/spring-ofer/).');
  await finish(page);
  expect(await told(page)).toContain(
    'There is no page /spring-ofer/. Did you mean /spring-offer/?',
  );
  await inSection(page, 'Text').fill('No. See [the offer](/spring-offer/#quote).');
  await expect(preview(page).getByText('Do prices rise in spring?')).toBeVisible();
  await save(page);
}

/** Each line has a mistake; the ninth is the cover without a text. */
const mistaken = [
  '# A gate',
  'Water <b>waits</b>.',
  '![](../covers/how-credits-work.png)',
  '![A key](../covers/key.png)',
  'See [all prices](/prices/).',
  'See [our prices](pricing/).',
  'See [my prices](http://localhost:4321/pricing/).',
  'A run costs {{price}}.',
].join('\n\n');

const sentences = [
  'What the cover shows: It is missing, and the post has a cover.',
  'A heading of the first level',
  'HTML is not allowed in texts: <b>.',
  'The picture has no text for those who can’t see it.',
  'There is no picture ../covers/key.png.',
  'There is no page /prices/.',
  'pricing/ is relative: it means something else on every page.',
  'is on the writer’s own machine.',
  '{{price}} is not known.',
];

/** Another picture than those of the repository, which the editor would recognise. */
const bytes = Buffer.concat([Buffer.from(pixel, 'base64'), Buffer.from('lock')]);
const cover = { name: 'lock.png', mimeType: 'image/png', buffer: bytes };

async function writePost(page: Page): Promise<void> {
  await open(page, 'posts-en/new');
  const title = field(page, 'Title').getByRole('textbox');
  // The sections of the page before have titles too, until the editor has left it.
  await expect(title).toHaveCount(1);
  await title.fill('A lock');
  await field(page, 'Description').getByRole('textbox').fill('How a lock works.');
  await field(page, 'Author').getByRole('radio', { name: site.name }).click();
  await field(page, 'Cover').locator('input[type="file"]').first().setInputFiles(cover);
  await finish(page);
  await field(page, 'Text').getByRole('textbox').fill(mistaken);
  const said = await told(page);
  for (const sentence of sentences) expect(said).toContain(sentence);
  await field(page, 'What the cover shows').getByRole('textbox').fill('A lock');
  const mended = '## A gate\n\nWater **waits**. See [the offer](/spring-offer/).';
  await field(page, 'Text').getByRole('textbox').fill(mended);
  await expect(preview(page).getByRole('heading', { name: 'A gate', level: 2 })).toBeVisible();
  await expect(preview(page).locator('header img')).toBeVisible();
  await save(page);
}

/** The files that the editor writes, each with something that was typed. */
const files = [
  ['blog/en/a-lock', 'Water **waits**.'],
  ['pages/en/pricing', 'Do prices rise in spring?'],
  ['pages/zh/pricing', 'draft: false'],
  ['pages/en/spring-offer', 'Half the work.'],
  ['pages/zh/spring-offer', '春天来了。'],
] as const;

/** Publishes the editor's files as `publish.yml` does: it checks them and builds the site. */
async function publish(page: Page) {
  const texts = new Map<string, string>();
  for (const [name, typed] of files) {
    const path = `src/content/${name}.md`;
    await expect.poll(() => fileIn(page, path)).toContain(typed);
    texts.set(path, (await fileIn(page, path)) ?? '');
  }
  let checked = '';
  const today = new Date().toISOString().slice(0, 10);
  const built = await buildCopy(today, undefined, async (folder) => {
    await writeFile(join(folder, 'src/content/blog/covers/lock.png'), cover.buffer);
    for (const [path, text] of texts) await writeFile(join(folder, path), text);
    const check = ['src/content/commands/check.ts', '--annotate'];
    const { status, stdout } = spawnSync(process.execPath, check, {
      cwd: folder,
      encoding: 'utf8',
    });
    checked = `${status} ${stdout}`;
  });
  return { built, checked };
}

test('a marketer’s day: a landing page, a price question and a post are told of, mended, previewed, published and seen', async ({
  page,
  browser,
}) => {
  test.setTimeout(DAY_TIMEOUT_MS);
  await makeLandingPage(page);
  await askAboutPrices(page);
  await writePost(page);
  const state = page.locator('#publication p');
  await expect(state).toHaveText([/^A lock .*Saved in the folder/, /^Pricing/, /^Spring offer/]);
  const bottom = await page
    .locator('.app-shell')
    .evaluate((shell) => shell.getBoundingClientRect().bottom);
  const row = await page.locator('#publication').boundingBox();
  expect(row?.y).toBeGreaterThanOrEqual(bottom);
  const { built, checked } = await publish(page);
  expect(checked).toMatch(/^0 [\s\S]*Content: 0 errors/);
  expect(checked).not.toContain('::error');
  // The site that was just built takes the place of the one before.
  await page.route('**/admin/content.json', (route) =>
    route.fulfill({
      body: built.get('/admin/content.json') ?? '',
      contentType: 'application/json',
    }),
  );
  await expect(state).toContainText(['Published.', 'Published.', 'Published.']);
  await expect(state.getByRole('link', { name: 'See it' }).first()).toHaveAttribute(
    'href',
    '/blog/a-lock/',
  );

  const reader = await browser.newPage({ baseURL: siteOrigin });
  await reader.route('**/*', (route) => {
    const path = new URL(route.request().url()).pathname.replace(/\/$/, '/index.html');
    const body = built.get(path);
    return body ? route.fulfill({ body, contentType: contentTypeOf(path) }) : route.abort();
  });
  await reader.goto('/blog/');
  await reader.getByRole('link', { name: 'A lock' }).first().click();
  await expect(reader.getByRole('heading', { name: 'A gate' })).toBeVisible();
  await expect(reader.getByRole('img', { name: 'A lock' })).toBeVisible();
  await reader.goto('/pricing/');
  await reader.locator('#questions').getByRole('link', { name: 'the offer' }).click();
  await expect(reader).toHaveURL(/\/spring-offer\/#quote$/);
  await expect(reader.locator('#quote')).toBeInViewport();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(/Half the work/);
  await expect(reader.getByText(`${site.trial.credits} credits, free.`)).toBeVisible();
  await reader.goto('/zh/spring-offer/');
  await expect(reader.getByText('春天来了。')).toBeVisible();
  await reader.close();
});
