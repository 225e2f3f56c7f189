import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium, defineConfig } from 'playwright/test';
import { findChromium, headlessShell } from '../infra/local/chromium.mjs';
import { isAll } from './runner/tier.ts';
import { freePort } from './support/free-ports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Journeys know the languages of the product that they start, which has those of the tests. */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const [, name] =
      /\/src\/(languages\.config\.ts|i18n\/own-languages\.ts)$/.exec(found.url) ?? [];
    return name ? { ...found, url: new URL(`site/src/${name}`, import.meta.url).href } : found;
  },
});

/**
 * Free ports, so that the tests run beside `npm start` and beside those of another checkout. They
 * are chosen once: Playwright reads this file again in every worker, which inherits the choice.
 */
process.env.JOURNEYS_PORT ??= String(await freePort());
const port = process.env.JOURNEYS_PORT;
const siteOrigin = `http://localhost:${port}`;

const executablePath = await findChromium(process.env, headlessShell);
if (executablePath === undefined) {
  throw new Error('No Chromium: run "node infra/local/bootstrap.mjs --browser" first.');
}

/** Chromium's own requests to the network have no place in a test, and letters are as on a screen. */
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  // Otherwise the Chromium without windows rounds the widths of letters, and the other does not.
  '--font-render-hinting=none',
  // No page of a test lives long enough for V8's slowest compiler to be worth its time.
  '--js-flags=--no-turbofan',
];
/** Chromium's sandbox cannot run as root, as in most containers. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/**
 * Pages that Chromium prepares for its address bar in every window: a process and two thirds of a
 * second each, which was a third of the time of the tests. Nobody types an address in them.
 */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Chromium reads the last list of features alone, so this one repeats Playwright's. */
process.env.CHROMIUM_FEATURES_OFF ??= [
  await playwrightFeaturesOff(executablePath),
  ...addressBar,
].join();
const featuresOff = process.env.CHROMIUM_FEATURES_OFF;

export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results/e2e',
  // `npm test` has the journeys with this tag, and `npm run test:all` has every one.
  ...(isAll() ? {} : { grep: /@daily/ }),
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // Elsewhere than on CI, a test that fails now and then fails; the summary names it on both.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./runner/journeys-reporter.ts']],
  use: {
    baseURL: siteOrigin,
    browserName: 'chromium',
    // Frames between two pages take a tenth of the tests' time; journeys on the frame show them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args: [...quiet, ...asRoot, featuresOff] },
    // A trace of every test would take a quarter of their time: ask for one with --trace on.
    // `e2e/support/test.ts` takes the picture of a test that fails.
    screenshot: 'off',
  },
  webServer: {
    command: 'exec node tests/runner/start-product.ts',
    cwd: root,
    env: { PORT: port },
    url: `${siteOrigin}/api/health`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});

/** The switch by which Playwright turns features off, as it starts a browser. */
async function playwrightFeaturesOff(executablePath: string): Promise<string> {
  const server = await chromium.launchServer({ executablePath });
  const found = server.process().spawnargs.find((arg) => arg.startsWith('--disable-features='));
  await server.close();
  if (found === undefined) throw new Error('Playwright turns no features off: change this file.');
  return found;
}
