import { expect, type Page } from 'playwright/test';
import { openIdle } from '../support/idle-page.ts';
import { type PlainTab, plainTab } from './support/plain-chromium.ts';
import { test } from './support/test.ts';
import { moving, pageErrorsOf, requestsOf } from './support/visitor.ts';

test.use(moving);

/** A link of the bar, which is in sight on every page. */
const toBlog = 'header nav > a[href="/blog/"]';

/** How the browser got the page that it shows. */
const delivery = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    return JSON.stringify(navigation).includes('navigational-prefetch');
  });

test('a page is fetched when a link to it is pointed at, and is there when it is pressed', async ({
  page,
}) => {
  const pageErrors = pageErrorsOf(page);
  const requests = requestsOf(page);
  await openIdle(page, '/');
  const fetched = page.waitForResponse((response) => response.url().endsWith('/blog/'));
  await page.hover(toBlog);
  expect((await fetched).request().headers()['sec-purpose']).toContain('prefetch');
  expect(requests.filter((url) => url.includes('/api/'))).toHaveLength(1);
  await page.click(toBlog);
  await page.waitForURL('**/blog/');
  expect(await delivery(page)).toBe(true);
  expect(pageErrors).toEqual([]);
});

test.describe('a page that is rendered ahead', () => {
  let tab: PlainTab;

  test.beforeEach(async ({ launchOptions, baseURL }) => {
    tab = await plainTab(launchOptions.args ?? []);
    await tab.open(`${baseURL}/`);
    await expect.poll(() => tab.evaluate('document.readyState')).toBe('complete');
    await expect.poll(() => tab.evaluate('document.documentElement.dataset.session')).toBeTruthy();
    await tab.mouse('mouseMoved', toBlog);
    await tab.mouse('mousePressed', toBlog);
    await expect
      .poll(() =>
        tab.evaluateAhead('document.readyState + document.prerendering + location.pathname'),
      )
      .toBe('completetrue/blog/');
  });

  test.afterEach(() => tab.close());

  test('asks who is signed in, and tells other tabs, only when it is shown', async () => {
    const asked = `performance.getEntriesByName(location.origin + '/api/auth/me')[0]?.startTime`;
    expect(await tab.evaluateAhead('document.documentElement.dataset.session')).toBeUndefined();
    expect(await tab.evaluateAhead(asked)).toBeUndefined();
    await tab.mouse('mouseReleased', toBlog);
    await expect.poll(() => tab.evaluateAhead(asked)).toBeGreaterThan(0);
    const shown = `performance.getEntriesByType('navigation')[0].activationStart`;
    expect(await tab.evaluateAhead(`${shown} > 0 && ${asked} >= ${shown}`)).toBe(true);
    await expect
      .poll(() => tab.evaluateAhead('document.documentElement.dataset.session'))
      .toBe('signed-out');
  });

  test('shows what was chosen meanwhile', async () => {
    await tab.evaluate(
      `localStorage.theme = 'dark'; localStorage.favoritedBlogs = '["how-credits-work"]'`,
    );
    await tab.mouse('mouseReleased', toBlog);
    await expect
      .poll(() => tab.evaluateAhead('document.documentElement.dataset.theme'))
      .toBe('dark');
    await expect
      .poll(() =>
        tab.evaluateAhead(
          `document.querySelector('[data-favorite="how-credits-work"]').ariaPressed`,
        ),
      )
      .toBe('true');
  });
});
