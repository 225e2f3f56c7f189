import { expect, type Locator, type Page } from 'playwright/test';
import { contentOfCopy } from '../../support/site-copy.ts';
import { fileIn, offerRepository, type RepositoryFile } from './local-repository.ts';

/** The content of the product that the journeys go through. */
export const content = contentOfCopy();

/** The text of one of its files. */
export function textOf(path: string): string {
  return content.find((file) => file.path === path)?.text ?? '';
}

/** A picture of one pixel. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** The content as the editor finds it on the disk: texts, and pictures of one pixel. */
const repository: readonly RepositoryFile[] = content
  .filter(({ path }) => path.startsWith('src/content/'))
  .map(({ path, text }) => ({
    path,
    base64: text === undefined ? pixel : Buffer.from(text).toString('base64'),
  }));

/** Opens the editor at one of its places, with the repository of this site. */
export async function openEditor(page: Page, place: string): Promise<void> {
  await offerRepository(page, repository);
  await page.goto('/admin/');
  await page.getByRole('button', { name: /^(?:Work with Local Repository|使用本地仓库)$/ }).click();
  await expect(
    page.getByRole('button', { name: /^(?:Create Entry or Assets|创建条目或资源)$/ }),
  ).toBeVisible();
  await page.goto(`/admin/#/collections/${place}`);
}

/** The part of the form with a field, in either language of the editor. */
export function field(page: Page, label: string): Locator {
  return page.getByRole('group', { name: new RegExp(`^[“「].?${label}.?[”」] ?(?:Field|字段)$`) });
}

/** Saves what is on the screen, in the English editor. */
export async function save(page: Page): Promise<void> {
  await expect(page.getByText('Entry saved.')).toBeHidden();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Entry saved.')).toBeVisible();
}

/** The text of a file, once the editor has written it. */
export async function written(page: Page, path: string): Promise<string> {
  await expect.poll(() => fileIn(page, path)).toBeDefined();
  const text = await fileIn(page, path);
  if (text === undefined) throw new Error(`The editor wrote no ${path}.`);
  return text;
}
