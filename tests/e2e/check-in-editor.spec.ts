import { expect, type Locator, type Page } from 'playwright/test';
import { readSources } from '../../src/content/check/check-content.ts';
import type { MarkdownReader } from '../../src/content/check/sources.ts';
import { readSections } from '../../src/content/check/sources.ts';
import { editorMarkdown, type Token } from '../../src/content/editor/markdown-reader.ts';
import { buildMarkdown } from '../../src/content/project.ts';
import { withMarks } from '../../src/contract/cjk-markdown.ts';
import { site } from '../../src/site.config.ts';
import { content, field, openEditor, save, written } from './support/editor.ts';
import { fileIn } from './support/local-repository.ts';
import { test } from './support/test.ts';

async function trySave(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^(?:Save|保存)$/ }).click();
  return page.getByRole('alertdialog');
}

async function fillPost(page: Page, text: string, title = 'A lock'): Promise<void> {
  await field(page, 'Title').getByRole('textbox').fill(title);
  await field(page, 'Description').getByRole('textbox').fill('How a lock works.');
  await field(page, 'Author').getByRole('radio', { name: site.name }).click();
  await field(page, 'Draft')
    .getByRole('radio', { name: /^Finished/ })
    .click();
  await field(page, 'Text').getByRole('textbox').fill(text);
}

const path = 'src/content/blog/en/a-lock.md';

test('mistakes are told before they are saved, all at once, and mended in the form', async ({
  page,
}) => {
  await openEditor(page, 'posts-en/new');
  await fillPost(page, 'Water <b>waits</b>.\n\n# A gate\n\n![](../covers/how-credits-work.png)');
  await field(page, 'Cover').getByRole('button', { name: 'Browse' }).click();
  await page.getByRole('option', { name: 'how-credits-work.png' }).click();
  await page.getByRole('button', { name: 'Insert' }).click();
  await expect(field(page, 'Cover').getByRole('button', { name: 'Remove' })).toBeVisible();
  const said = await trySave(page);
  await expect(said).toContainText('The site would refuse this.');
  for (const sentence of [
    'What the cover shows: It is missing, and the post has a cover.',
    '“Water <b>waits</b>.”: HTML is not allowed in texts: <b>.',
    '“# A gate”: A heading of the first level',
    'The picture has no text for those who can’t see it.',
  ]) {
    await expect(said).toContainText(sentence);
  }
  expect(await fileIn(page, path)).toBeUndefined();
  await said.getByRole('button').click();
  await field(page, 'What the cover shows').getByRole('textbox').fill('A lock');
  await field(page, 'Text').getByRole('textbox').fill('Water **waits**.\n\n## A gate');
  await save(page);
  expect(await written(page, path)).toContain('Water **waits**.');
});

test('a link to a page that nobody built is asked about, and saved only if somebody says so', async ({
  page,
}) => {
  await openEditor(page, 'posts-en/new');
  await fillPost(page, 'See [the prices](/prices/).');
  const asked: string[] = [];
  let answer = false;
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    return answer ? dialog.accept() : dialog.dismiss();
  });
  const said = await trySave(page);
  await expect(said).toContainText('There is no page /prices/. Did you mean /pricing/?');
  expect(asked.join()).toContain('Save it anyway?');
  expect(await fileIn(page, path)).toBeUndefined();
  await said.getByRole('button').click();
  answer = true;
  await save(page);
  expect(await written(page, path)).toContain('/prices/');
});

test('a post that was just saved is known to the next one, though no build has seen it', async ({
  page,
}) => {
  await openEditor(page, 'posts-en/new');
  await fillPost(page, 'Water waits.');
  await save(page);
  // The editor leaves the post by itself, and would leave the next one.
  await expect(page).toHaveURL(/\/posts-en$/);
  await page.goto('/admin/#/collections/posts-en/new');
  await fillPost(page, 'See [the lock](/blog/a-lock/).', 'Two locks');
  await save(page);
  expect(await written(page, 'src/content/blog/en/two-locks.md')).toContain('/blog/a-lock/');
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('mistakes are told in Chinese', async ({ page }) => {
    await openEditor(page, 'posts-en/new');
    await fillPost(page, 'Water <b>waits</b>.');
    const said = await trySave(page);
    await expect(said).toContainText('网站不会接受这样的内容');
    await expect(said).toContainText('正文里不能用 HTML：<b>。');
    await expect(said).toContainText('未保存');
    expect(await fileIn(page, path)).toBeUndefined();
  });
});

test('a draft is shown as the site would show it, in both themes and widths', async ({ page }) => {
  await openEditor(page, 'posts-en/new');
  await fillPost(page, 'Water waits.\n\n## A gate');
  const shown = page.frameLocator('iframe').last();
  const heading = shown.getByRole('heading', { name: 'A lock' });
  await expect(heading).toBeVisible();
  await expect(shown.getByRole('heading', { name: 'A gate' })).toBeVisible();
  const colorOf = (place: Locator) => place.evaluate((one) => getComputedStyle(one).color);
  const header = shown.locator('header');
  const brand = await header.evaluate((one) => getComputedStyle(one).backgroundColor);
  const parts = site.colors.brand.slice(1).match(/../g) ?? [];
  expect(brand).toBe(`rgb(${parts.map((part) => Number.parseInt(part, 16)).join(', ')})`);
  const text = shown.getByText('Water waits.');
  const light = await colorOf(text);
  await shown.getByRole('button', { name: /Dark/ }).click();
  expect(await colorOf(text)).not.toBe(light);
  await shown.getByRole('button', { name: /Phone/ }).click();
  const { width = 0 } = (await shown.locator('body').boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(360);
});

test('the data of the editor tell nobody what is not published', async ({ request }) => {
  const data = await (await request.get('/admin/content.json')).text();
  expect(data).toContain('How credits work');
  const { posts, pages } = readSources(content, buildMarkdown);
  const hidden = [
    ...posts.filter(({ fromMs }) => fromMs > Date.now()),
    ...pages.filter(({ isDraft }) => isDraft),
  ];
  expect(hidden.length).toBeGreaterThan(0);
  for (const { file } of hidden) expect(data).not.toContain(file);
});

/** Texts in which two parsers could differ. */
const tricky = [
  '# One\n\n## Two words, and *three*\n\nSetext\n---\n\n## Two words, and three',
  '## `code` & 水闸 — “quotes” -- and ... é\n\n## {{name}} here',
  '[a](/a/ "t") [b][ref] ![c](../c.png) ![d][pic] <https://e.example> https://f.example/g.\n\n[ref]: /r/\n[pic]: p.png',
  'x <b>bold</b> <!-- no --> `<i>code</i>` \\<u>\n\n<div>\nblock\n</div>\n\n    <pre>indented\n\n```\n<s>\n[no](/no/)\n```',
  '> [q](/q/)\n> ## Quoted\n\n- [one](/1/)\n  - ![](two.png)\n\n1. {{unknown}}',
  '| a | b |\n| - | - |\n| [c](/c/) | <i>d</i> |\n\n~~[x](/x/)~~ **[y](/y/)**',
];

test('the parser of the editor finds in a text what the parser of the build finds', async ({
  page,
}) => {
  await page.goto('/admin/');
  await expect(page.getByRole('button', { name: 'Work with Local Repository' })).toBeVisible();
  const bodies = content.flatMap(({ path: file, text = '' }) =>
    file.endsWith('.md') ? [bodyOf(text)] : [],
  );
  const texts = [...tricky, ...bodies];
  const tokens: Token[][] = await page.evaluate(`(async () => {
    const [{ name }] = performance.getEntriesByType('resource').filter(({ name }) => /editor-[^/]*\\/index\\.js$/.test(name));
    const { marked } = await import(name);
    return ${JSON.stringify(texts.map(withMarks))}.map((text) => marked.lexer(text, { gfm: true }));
  })()`);
  expect(bodies.length).toBeGreaterThan(20);
  texts.forEach((text, index) => {
    const editor = editorMarkdown(() => tokens[index] ?? []);
    expect(seenBy(editor, text)).toEqual(seenBy(buildMarkdown, text));
  });
});

function bodyOf(text: string): string {
  const sections = readSections(text);
  return sections.kind === 'sections' ? sections.body : '';
}

function seenBy(markdown: MarkdownReader, text: string) {
  const outline = markdown(text);
  const sorted = (some: readonly string[]) => [...new Set(some)].toSorted();
  return {
    text,
    headings: outline.headings,
    links: sorted(outline.links.map(({ url }) => url)),
    images: sorted(outline.images.map(({ url, alt }) => `${alt} ${url}`)),
    html: outline.html.map(({ value, line }) => `${line} ${value.trim()}`),
    facts: sorted(outline.facts.map(({ name, line }) => `${line} ${name}`)),
    anchors: [...outline.anchors()],
  };
}
