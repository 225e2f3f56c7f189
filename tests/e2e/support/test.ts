import { type BrowserContext, test as base, expect } from 'playwright/test';

interface Watch {
  readonly withoutViolations: undefined;
}

/** What Chromium writes to the console of a page about each violation of a policy. */
const violation = /Content[- ]Security[- ]Policy|requires 'Trusted/i;

/**
 * A test that also fails when any page of it, in whichever window, violated its own
 * Content-Security-Policy: a script or style that is stopped can leave a page that still looks well.
 * With `--trace on`, Playwright's recorder asks for pictures in memory in the page's name, and is told.
 */
export const test = base.extend<Watch>({
  withoutViolations: [
    async ({ browser, context }, use) => {
      const violations: string[] = [];
      const watch = (watched: BrowserContext) =>
        watched.on('console', (message) => {
          const text = message.text();
          if (violation.test(text)) violations.push(text);
        });
      watch(context);
      const { newContext } = browser;
      browser.newContext = async (options) => watch(await newContext.call(browser, options));
      await use(undefined);
      browser.newContext = newContext;
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});
