import { load } from 'js-yaml';
import { expect } from 'playwright/test';
import { checkContent, readSources } from '../../src/content/check/check-content.ts';
import type { ContentFile } from '../../src/content/check/sources.ts';
import { readSections } from '../../src/content/check/sources.ts';
import { buildMarkdown } from '../../src/content/project.ts';
import { languages } from '../../src/contract/language.ts';
import { site } from '../../src/site.config.ts';
import { linesOf } from '../support/content.ts';
import { content, field, openEditor, pixel, save, textOf, written } from './support/editor.ts';
import { fileIn } from './support/local-repository.ts';
import { test } from './support/test.ts';

/** The faults that the check finds in the content when a file is as the editor wrote it. */
function errorsWith(path: string, text: string): readonly string[] {
  const others = content.filter((file) => file.path !== path);
  const edited: ContentFile = { path, text, sizeBytes: Buffer.byteLength(text) };
  const findings = checkContent([...others, edited], {
    nowMs: Date.now(),
    origins: [],
    markdown: buildMarkdown,
  });
  return linesOf(findings.filter(({ severity }) => severity === 'error'));
}

test('a post with every field filled passes the content check', async ({ page }) => {
  await openEditor(page, 'posts-en/new');
  await field(page, 'Title').getByRole('textbox').fill('Écluses: how "locks" work');
  await field(page, 'Description').getByRole('textbox').fill('Gates, water, and: a keeper.');
  await field(page, 'Publish date').getByRole('textbox').fill('2026-11-02');
  await field(page, 'Last change').getByRole('textbox').fill('2026-11-20');
  await field(page, 'Author').getByRole('radio', { name: site.name }).click();
  await field(page, 'Tags').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Credits 积分' }).click();
  await field(page, 'Cover').getByRole('button', { name: 'Browse' }).click();
  await page.getByRole('option', { name: 'how-credits-work.png' }).click();
  await page.getByRole('button', { name: 'Insert' }).click();
  await field(page, 'What the cover shows').getByRole('textbox').fill('A lock with its gates shut');
  await field(page, 'Draft')
    .getByRole('radio', { name: /^Finished/ })
    .click();
  await field(page, 'Old addresses').getByRole('button', { name: /Add/ }).click();
  await field(page, 'Old address').getByRole('textbox').fill('locks-explained');
  await field(page, 'Text').getByRole('textbox').fill('Water waits.\n\n## A gate\n\nIt opens.');
  await save(page);

  const path = 'src/content/blog/en/ecluses-how-locks-work.md';
  const text = await written(page, path);
  expect(errorsWith(path, text)).toEqual([]);
  expect(readSections(text)).toMatchObject({
    data: {
      title: 'Écluses: how "locks" work',
      description: 'Gates, water, and: a keeper.',
      publishDate: new Date('2026-11-02'),
      updatedDate: new Date('2026-11-20'),
      author: 'team',
      tags: ['credits'],
      cover: '../covers/how-credits-work.png',
      coverAlt: 'A lock with its gates shut',
      draft: false,
      redirectFrom: ['locks-explained'],
    },
    body: expect.stringContaining('Water waits.\n\n## A gate\n\nIt opens.'),
  });
});

test('a picture that is uploaded as a cover lies where the post looks for it', async ({ page }) => {
  await openEditor(page, 'posts-zh/entries/how-credits-work');
  await field(page, 'Cover').getByRole('button', { name: 'Remove' }).click();
  await field(page, 'Cover')
    .locator('input[type="file"]')
    .first()
    .setInputFiles({
      name: 'Lock gates (1).png',
      mimeType: 'image/png',
      buffer: Buffer.from(pixel, 'base64'),
    });
  await field(page, 'Draft')
    .getByRole('radio', { name: /^Finished/ })
    .click();
  await save(page);
  const text = await written(page, 'src/content/blog/zh/how-credits-work.md');
  expect(readSections(text)).toMatchObject({ data: { cover: '../covers/lock-gates-1.png' } });
  expect(await fileIn(page, 'src/content/blog/covers/lock-gates-1.png')).toContain('PNG');
});

/** Texts that the rich text of the editor would rewrite, or that Markdown reads otherwise beside Chinese. */
const tricky = [
  '这是*重点*内容，**注意：**后面的文字。',
  '1999\\. Nobody knew.',
  '~~~\n**注：**后 https://e.example/a，b\n~~~',
  '| a | b |\n| :-- | --: |\n| c \\| d | e |',
  '- one\n\n  ```\n  code\n  ```',
].join('\n\n');

test('a text stays as it was typed, buttons write Markdown, and the preview reads it as the site does', {
  tag: '@daily',
}, async ({ page }) => {
  await openEditor(page, 'posts-zh/new');
  await field(page, 'Title').getByRole('textbox').fill('2026-11-29');
  await field(page, 'Description').getByRole('textbox').fill('yes: # 一道“闸门”。');
  await field(page, 'Author').getByRole('radio', { name: site.name }).click();
  await field(page, 'Draft')
    .getByRole('radio', { name: /^A draft/ })
    .click();
  const text = field(page, 'Text');
  await text.getByRole('textbox').fill('他说“你好。”然后走了。');
  await text
    .getByRole('textbox')
    .evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(2, 7));
  await text.getByRole('button', { name: 'Bold', exact: true }).click();
  await expect(text.getByRole('textbox')).toHaveValue('他说**“你好。”**然后走了。');
  await expect(text.getByRole('button', { name: /Markdown/ })).toHaveCount(0);
  await expect(page.frameLocator('iframe').last().locator('strong')).toHaveText('“你好。”');
  await text.getByRole('textbox').fill(tricky);
  await page.getByRole('group', { name: 'Slug' }).getByRole('textbox').fill('a-day');
  await save(page);
  const path = 'src/content/blog/zh/a-day.md';
  const file = await written(page, path);
  expect(errorsWith(path, file)).toEqual([]);
  expect(load(file.split('---\n')[1] ?? '')).toMatchObject({
    title: '2026-11-29',
    description: 'yes: # 一道“闸门”。',
    publishDate: expect.any(Date),
  });
  expect(file.endsWith(`---\n\n${tricky}\n`)).toBe(true);
});

for (const language of languages) {
  test(`every post in ${language} is saved with the same values and text`, async ({ page }) => {
    test.slow();
    const { posts } = readSources(content, buildMarkdown);
    await openEditor(page, `posts-${language}`);
    for (const { file, slug, data, body } of posts) {
      if (!file.includes(`/${language}/`) || 'draft' in Object(data)) continue;
      await page.goto(`/admin/#/collections/posts-${language}/entries/${slug}`);
      await field(page, 'Draft')
        .getByRole('radio', { name: /^Finished/ })
        .click();
      await save(page);
      await expect(page).toHaveURL(new RegExp(`/posts-${language}$`));
      const after = readSections(await written(page, file));
      expect(after).toMatchObject({ data: { ...Object(data), draft: false } });
      expect(after.kind === 'sections' && after.body.trim()).toBe(body.trim());
    }
  });
}

test('pages, authors and tags pass the content check after a correction', async ({ page }) => {
  await openEditor(page, 'pages/entries/contact');
  await field(page, 'Title').getByRole('textbox').fill('Write to us');
  await field(page, 'Draft')
    .getByRole('radio', { name: /^Finished/ })
    .click();
  await save(page);
  for (const language of ['en', 'zh']) {
    const path = `src/content/pages/${language}/contact.md`;
    expect(errorsWith(path, await written(page, path))).toEqual([]);
  }
  for (const [place, name] of [
    ['authors', 'team'],
    ['tags', 'ledger'],
  ] as const) {
    await page.goto(`/admin/#/collections/${place}/entries/${name}`);
    await page
      .getByRole('textbox', { name: /^(?:Name|English)$/ })
      .first()
      .fill('Somebody');
    await save(page);
    const path = `src/content/${place}/${name}.json`;
    expect(errorsWith(path, await written(page, path))).toEqual([]);
    expect(await written(page, path)).toContain('Somebody');
  }
});

/** The kinds of a page's sections, in their order. */
function kindsIn(text: string): readonly string[] {
  return [...text.matchAll(/^ +- kind: (\w+)$/gm)].map(([, kind = '']) => kind);
}

test('a section is moved and another added, and the page passes the content check', async ({
  page,
}) => {
  const path = 'src/content/pages/en/home.md';
  await openEditor(page, 'pages/entries/home');
  const sections = field(page, 'Sections');
  const handles = sections.getByRole('button', { name: 'Reorder Item' });
  // The editor makes the items of a list when they come into view.
  await sections.getByRole('button', { name: 'Expand All' }).scrollIntoViewIfNeeded();
  await page.mouse.move(300, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 200);
    // A section that is open has more of them, for the items of its own list.
    await expect
      .poll(() => handles.count(), { timeout: 500 })
      .toBeGreaterThanOrEqual(kindsIn(textOf(path)).length);
  }).toPass();
  // By key: a drag depends on how far the editor's list has grown by then.
  await handles.nth(3).press('ArrowUp');
  await sections.getByRole('button', { name: /^Add/ }).last().click();
  await page.getByRole('menuitem', { name: 'Quote' }).click();
  const within = (label: string) =>
    sections
      .getByRole('group', { name: new RegExp(`^“.?${label}.?” Field$`) })
      .getByRole('textbox');
  await within('Text').fill('Every line *adds up*.');
  await within('Name').fill('Ada: a reader');
  await save(page);

  const before = kindsIn(textOf(path));
  const text = await written(page, path);
  expect(errorsWith(path, text)).toEqual([]);
  const [hero, flows, ledger, promises, ...others] = before;
  expect(kindsIn(text)).toEqual([hero, flows, promises, ledger, ...others, 'quote']);
  expect(text).toContain('Pay for the run.');
  const twin = 'src/content/pages/zh/home.md';
  expect(errorsWith(twin, await written(page, twin))).toEqual([]);
});

test('a landing page is made in both languages, when each has what it needs', async ({ page }) => {
  await openEditor(page, 'pages/new');
  await field(page, 'Title').getByRole('textbox').fill('Spring offer');
  await field(page, 'Description').getByRole('textbox').fill('What spring brings.');
  await field(page, 'Draft')
    .getByRole('radio', { name: /^Finished/ })
    .click();
  await field(page, 'Sections').getByRole('button', { name: /^Add/ }).last().click();
  await page.getByRole('menuitem', { name: 'Call to action' }).click();
  await field(page, 'Sections')
    .getByRole('group', { name: /^“.?Title.?” Field$/ })
    .getByRole('textbox')
    .fill('Begin today.');
  await page.getByRole('radio', { name: 'Chinese' }).first().click();
  await field(page, 'Title').getByRole('textbox').fill('春季优惠');
  await field(page, 'Description').getByRole('textbox').fill('春天带来什么。');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const said = page.getByRole('alertdialog');
  await expect(said).toContainText(
    'src/content/pages/zh/spring-offer.md: The page shows nothing: it has neither sections nor text.',
  );
  await said.getByRole('button').click();
  await field(page, 'Text').last().getByRole('textbox').fill('春天来了。');
  await save(page);

  const path = (language: string) => `src/content/pages/${language}/spring-offer.md`;
  const [english, chinese] = [await written(page, path('en')), await written(page, path('zh'))];
  expect(kindsIn(english)).toEqual(['action']);
  expect(chinese).toContain('draft: false');
  expect(errorsWith(path('zh'), chinese)).toEqual([
    `error ${path('zh')}: It doesn’t exist in English. Write ${path('en')}.`,
  ]);
});

test('the editor fetches from here alone, icons and fonts included', async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on('response', (response) => {
    const url = response.url();
    if (!url.startsWith(`${baseURL}/`) && !/^(?:blob|data):/.test(url)) elsewhere.push(url);
  });
  await openEditor(page, 'posts-en');
  await expect(page.getByText('How credits work')).toBeVisible();
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => /Material Symbols/.test(family) && status === 'loaded',
    ),
  );
  expect(elsewhere).toEqual([]);
});

test('what the policy allows to the editor, it allows to no other page', async ({ request }) => {
  const policyOf = async (path: string) =>
    /http-equiv="content-security-policy" content="([^"]*)"/.exec(
      await (await request.get(path)).text(),
    )?.[1] ?? '';
  const editor = await policyOf('/admin/');
  expect(editor).toContain("style-src-attr 'unsafe-inline'");
  expect(/script-src [^;]*/.exec(editor)?.[0]).not.toMatch(/unsafe|https?:/);
  for (const path of ['/', '/zh/', '/blog/how-credits-work/', '/signin/', '/account/']) {
    const policy = await policyOf(path);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/unsafe|blob:|github/);
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  }
});
