import { expect, type Page } from 'playwright/test';
import { pageFaults } from '../../support/page-faults.ts';

/** Each theme, width and language is in half of the looks. */
export const looks = [
  { theme: 'light', width: 1280, language: 'en' },
  { theme: 'dark', width: 1280, language: 'zh' },
  { theme: 'light', width: 360, language: 'zh' },
  { theme: 'dark', width: 360, language: 'en' },
] as const;

/** Expects that a page has no faults by all rules of axe, or by some. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  expect(await pageFaults(page, rules)).toEqual([]);
}

/** Expects that a page has room on its screen: nothing makes it scroll sideways. */
export async function expectRoom(page: Page): Promise<void> {
  const widthPx = page.viewportSize()?.width;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widthPx);
}
