import type { Page } from 'playwright';

/**
 * Opens a page and waits until it has all that it fetches by itself. The start script comes after
 * the first paint. On a busy machine that may take longer than Playwright's half second for an idle
 * network.
 */
export async function openIdle(page: Page, url: string): Promise<void> {
  await page.goto(url);
  const scripts = await page.locator('script[data-start]').count();
  if (scripts > 0) await page.locator('html[data-session]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
}
