import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** Looks for faults on a page by all rules of axe, or by some. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // The mode for pages without frames of other origins: it opens no second page for each look.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Without the elements in which there is no fault, which take a fifth of its time.
  axe.options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
  expect(found).toEqual([]);
}

/** Expects that a page has room on its screen: nothing makes it scroll sideways. */
export async function expectRoom(page: Page): Promise<void> {
  const widthPx = page.viewportSize()?.width;
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widthPx);
}
