import { expect } from 'playwright/test';
import { openIdle } from '../support/idle-page.ts';
import { filesOf } from '../support/reader-weight.ts';
import { test } from './support/test.ts';
import { pageErrorsOf } from './support/visitor.ts';

/** How React's elements are marked; no minifier touches a text. */
const react = /react\.transitional\.element/;
const title = 'How credits work';
const star = { name: `Save: ${title}` };

test('a saved post stays saved, its star is shown without React, and it can be taken out', async ({
  page,
}) => {
  const pageErrors = pageErrorsOf(page);
  await page.goto('/blog/how-credits-work/');
  await expect(page.getByRole('button', star)).toHaveAttribute('aria-pressed', 'false');
  // The first press already counts, though the island's script comes only then.
  await page.getByRole('button', star).click();
  await expect(page.getByRole('button', star)).toHaveAttribute('aria-pressed', 'true');

  const files = filesOf(page);
  await openIdle(page, '/blog/');
  await expect(page.getByRole('button', star)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('[data-favorite][aria-pressed="true"]')).toHaveCount(1);
  await page.getByRole('button', star).hover();
  const scripts = (await files()).filter(({ type }) => type === 'script');
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter(({ text }) => react.test(text))).toEqual([]);

  await page.goto('/blog/saved/');
  await expect(page.locator('main li').getByRole('link')).toHaveText([title]);
  await page.getByRole('button', star).click();
  await expect(page.getByRole('button', star)).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(page.getByText('Nothing saved yet.')).toBeVisible();
  expect(pageErrors).toEqual([]);
});

test('a post saved in one language is saved in the other, under its title there', async ({
  page,
}) => {
  await page.goto('/blog/how-credits-work/');
  await page.getByRole('button', star).click();
  await expect(page.getByRole('button', star)).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/zh/blog/saved/');
  const link = page.locator('main li').getByRole('link');
  await expect(link).toHaveText(['积分是怎么算的']);
  await expect(link).toHaveAttribute('href', '/zh/blog/how-credits-work/');
});

test('another tab sees the change, with React and without', async ({ context }) => {
  const [one, other, list] = await Promise.all([1, 2, 3].map(() => context.newPage()));
  if (!one || !other || !list) throw new Error('three pages were asked for');
  await one.goto('/blog/how-credits-work/');
  await openIdle(other, '/blog/');
  await list.goto('/blog/saved/');
  await expect(list.getByText('Nothing saved yet.')).toBeVisible();
  await one.getByRole('button', star).click();
  await expect(other.getByRole('button', star)).toHaveAttribute('aria-pressed', 'true');
  await expect(list.locator('main li').getByRole('link')).toHaveText([title]);
});

test('where the browser keeps nothing, the reader is told', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await page.goto('/blog/how-credits-work/');
  await page.getByRole('button', star).click();
  await expect(page.getByText('Not kept: ')).toBeVisible();
  await expect(page.getByRole('button', star)).toHaveAttribute('aria-pressed', 'true');
});
