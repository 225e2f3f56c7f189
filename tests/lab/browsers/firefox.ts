import puppeteer, { ElementHandle } from 'puppeteer-core';
import { firefox } from '../../server/programs.ts';
import { type Browser, browserOver } from './browser.ts';

/** Firefox as Debian or Mozilla builds it. It speaks WebDriver BiDi itself. */
export async function startFirefox(): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox(),
    defaultViewport: { width: 1_280, height: 900 },
  });
  const page = await browser.newPage();
  return browserOver<ElementHandle<Element>>({
    name: await browser.version(),
    open: (url) => page.goto(url),
    find: async (search, place) => {
      const found = await page.evaluateHandle(search, place);
      return found instanceof ElementHandle ? found : undefined;
    },
    click: (element) => element.click(),
    type: (element, text) => element.type(text),
    enter: () => page.keyboard.press('Enter'),
    evaluate: (expression) => page.evaluate(expression),
    resize: (width, height) => page.setViewport({ width, height }),
    close: () => browser.close(),
  });
}
