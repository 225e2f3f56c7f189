import { type BrowserContext, test as base, expect, type TestInfo } from 'playwright/test';

interface Watch {
  readonly withoutViolations: undefined;
}

const PICTURE_TIMEOUT_MS = 5_000;

/** The line in a page's console by which Chromium reports a violation of a policy. */
const violation = /Content[- ]Security[- ]Policy|requires 'Trusted/i;

/**
 * A test that also fails when any page of it, in whichever window, violated its own
 * Content-Security-Policy: a script or style that is stopped can leave a page that still looks well.
 * With `--trace on`, Playwright's recorder asks for pictures in memory in the page's name, and is told.
 */
export const test = base.extend<Watch>({
  withoutViolations: [
    async ({ browser, context }, use, testInfo) => {
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
      if (testInfo.status !== testInfo.expectedStatus) await takePictures(context, testInfo);
      expect(violations).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Adds a picture of each page to a test that failed. Playwright's own setting for it takes one in every
 * test that passes, too, because a context may close before the test fails.
 */
async function takePictures(context: BrowserContext, testInfo: TestInfo): Promise<void> {
  for (const [index, page] of context.pages().entries()) {
    const path = testInfo.outputPath(`page-${index + 1}.png`);
    try {
      await page.screenshot({ path, timeout: PICTURE_TIMEOUT_MS });
    } catch {
      // A page that hangs has no picture; its test has failed for a reason of its own.
      continue;
    }
    testInfo.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
  }
}
