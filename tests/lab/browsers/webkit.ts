import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver';
import { miniBrowser, programOf } from '../../server/programs.ts';
import { anyPort } from '../../support/any-port.ts';
import { type Browser, browserOver, until } from './browser.ts';

/**
 * WebKit as Debian builds it for GTK, in its MiniBrowser. It needs a display: Xvfb is one without a
 * screen. WebKitWebDriver speaks WebDriver for it.
 */
export async function startWebkit(): Promise<Browser> {
  const screen = spawn(programOf('Xvfb', 'xvfb'), ['-displayfd', '1', ...screenOptions], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = await once(screen.stdout, 'data');
  const port = await anyPort();
  const service = spawn(programOf('WebKitWebDriver', 'webkit2gtk-driver'), [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
    stdio: 'ignore',
  });
  const driver = await connect(`http://127.0.0.1:${port}`);
  const window = driver.manage().window();
  return browserOver<WebElement>({
    name: `WebKitGTK ${(await driver.getCapabilities()).getBrowserVersion()}`,
    open: (url) => driver.get(url),
    find: async (search, place) =>
      (await driver.executeScript<WebElement | null>(search, place)) ?? undefined,
    click: (element) => element.click(),
    type: (element, text) => element.sendKeys(text),
    enter: () => driver.actions().sendKeys(Key.ENTER).perform(),
    evaluate: (expression) => driver.executeScript(`return (${expression});`),
    resize: async (width, height) => {
      await window.setRect({ x: 0, y: 0, width, height });
    },
    close: async () => {
      await driver.quit();
      await Promise.all([service, screen].map(end));
    },
  });
}

const screenOptions = ['-screen', '0', '1280x960x24', '-nolisten', 'tcp'] as const;

/** Connects to the service, which needs a moment until it listens. */
async function connect(address: string): Promise<WebDriver> {
  const options = { binary: miniBrowser(), args: ['--automation'] };
  const builder = new Builder()
    .usingServer(address)
    .withCapabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options });
  const found: WebDriver[] = [];
  await until('WebKitWebDriver answers', async () => found.push(await builder.build()) > 0);
  const [driver] = found;
  if (driver === undefined) throw new Error('WebKitWebDriver gave no window.');
  return driver;
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}
