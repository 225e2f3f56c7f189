import { type Browser, chromium } from 'playwright';
import { findChromium, headlessShell } from '../../infra/local/chromium.mjs';

/** Chromium's sandbox cannot run as root, as in most containers. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Starts the browser of the journeys; letters are as wide as on a screen (decision 0005). */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium(process.env, headlessShell);
  const args = ['--disable-gpu', '--font-render-hinting=none', ...asRoot];
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
}
