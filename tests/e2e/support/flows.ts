import { expect, type Page } from 'playwright/test';
import { signInByRequests } from './visitor.ts';

/** The bench of the flow that is shown. */
export const bench = (page: Page) => page.locator('.flows-bench:not([hidden])');
export const start = (page: Page) => bench(page).locator('button[type="submit"]');
export const balance = (page: Page) => page.locator('.flows-balance');
export const runs = (page: Page) => page.locator('.flows-run');
/** The files of a result. */
export const downloads = (page: Page) => bench(page).locator('.flows-result-file a[download]');

/** Opens the bench of a flow as somebody new, whose form has an example once there are no runs. */
export async function openFlow(page: Page, path: string, verified = true): Promise<void> {
  await signInByRequests(page, { verified });
  await page.goto(path);
  await expect(start(page)).toBeVisible();
  await expect(page.locator('.flows-runs')).toHaveAttribute('aria-busy', 'false');
}

/** Wants the smallest width of pictures alone, which takes a fraction of the time. */
export async function wantSmallest(page: Page): Promise<void> {
  await bench(page).getByRole('checkbox', { name: '320', exact: true }).check();
  for (const name of ['640', '1280']) {
    await bench(page).getByRole('checkbox', { name, exact: true }).uncheck();
  }
}
