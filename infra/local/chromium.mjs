import { accessSync, constants } from 'node:fs';

/** Debian's Chromium without windows: it opens a page, which nobody can look at, twice as fast. */
export const headlessShell = '/usr/bin/chromium-headless-shell';

/** Where the system's packages install Chromium and Chrome. */
const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds a Chromium that can run the tests: the one that CHROMIUM_PATH names, Playwright's own, or
 * the system's. The bootstrap imports this before anything is installed, so it is plain JavaScript.
 * @param {Readonly<Record<string, string | undefined>>} variables the environment variables
 * @param {string} [preferred] the path of one that comes before all but CHROMIUM_PATH
 * @returns {Promise<string | undefined>} the path of its program
 */
export async function findChromium(variables, preferred) {
  const named = [variables.CHROMIUM_PATH, preferred];
  const candidates = [...named, await playwrightPath(), ...systemPaths];
  return candidates.find((path) => path !== undefined && isProgram(path));
}

/** @returns {Promise<string | undefined>} where Playwright stores its download */
async function playwrightPath() {
  try {
    const { chromium } = await import('playwright');
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
