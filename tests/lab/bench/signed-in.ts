import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { localOrigin, portOffsets } from '../../../infra/local/addresses.ts';
import { signInOverHttp } from '../../integration/journeys/sign-in-over-http.ts';
import { filesOf, gzippedBytes } from '../../support/reader-weight.ts';
import { type Bench, type BenchContext, readNumber, withTemporaryFolder } from './bench.ts';
import { foundChromium } from './pages.ts';
import { serveReferenceIsland } from './site/reference-island.ts';
import { serveSite } from './site/servers.ts';
import { median, ratio } from './statistics.ts';
import type { Table } from './table.ts';

/** Lighthouse's slow 4G as a browser applies it (its `constants.js`, `mobileSlow4G`), and its phone. */
const network = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};
const cpuSlowdown = 4;

/** How long a page may take on such a phone. */
const TIMEOUT_MS = 60_000;

/** Presses are measured by three controls, each by its first press and by a second one. */
const presses = [
  {
    name: 'drawer',
    width: 360,
    button: 'button[popovertarget="drawer"]',
    opened: '#drawer:popover-open',
  },
  { name: 'avatar menu', width: 1280, button: '[title="Open settings"]', opened: '[role="menu"]' },
  {
    name: 'Products',
    width: 1280,
    button: 'header nav a[href="#"]',
    opened: 'header nav .menu:not([hidden])',
  },
] as const;

/** The waits of a signed-in visitor, beside a bare React island. */
export const signedInBench: Bench = {
  about: 'avatar, credits and presses of a signed-in visitor, beside a bare React island',
  options: { runs: { default: '5', about: 'how often each is measured, in turns' } },
  quick: { runs: '3' },
  prepare({ runs }) {
    const count = readNumber('runs', runs);
    return (context) => withTemporaryFolder((folder) => measure(folder, count, context));
  },
};

/** Builds and serves the site and the reference, and measures both. */
async function measure(
  folder: string,
  runs: number,
  context: BenchContext,
): Promise<readonly Table[]> {
  context.say('Building and starting the site and the bare island …');
  const site = await serveSite(join(folder, 'site'), context.signal);
  try {
    const bare = await serveReferenceIsland(join(folder, 'bare'), context.signal);
    try {
      return await measureInTurns(site.origin, bare.origin, runs, context);
    } finally {
      await bare.stop();
    }
  } finally {
    await site.stop();
  }
}

interface Avatar {
  /** From the navigation until avatar and credits are shown, without a cache, in milliseconds. */
  readonly ms: number;
  /** Scripts, gzip, until the first press of the avatar, and with it. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** Measures the site and the reference in turns, each time in a new browser context. */
async function measureInTurns(
  site: string,
  reference: string,
  runs: number,
  { say, signal }: BenchContext,
): Promise<readonly Table[]> {
  const port = Number(new URL(site).port);
  const product = {
    origin: site,
    providerOrigin: localOrigin(port + portOffsets.identityProvider),
  };
  const cookie = await signInOverHttp(product, `bench-${Date.now()}@example.com`);
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: await foundChromium(), args });
  const stop = () => void browser.close();
  signal.addEventListener('abort', stop);
  try {
    const [ours, theirs]: [Avatar[], Avatar[]] = [[], []];
    const pressMs = new Map<string, number[]>(presses.map(({ name }) => [name, []]));
    for (let run = 0; run < runs; run += 1) {
      say(`Signed in, run ${run + 1} of ${runs} …`);
      ours.push(await inContext(browser, site, cookie, measureAvatar));
      theirs.push(await inContext(browser, reference, cookie, measureAvatar));
      for (const press of presses) {
        const measured = (page: Page) => measurePress(page, press);
        pressMs.get(press.name)?.push(await inContext(browser, site, cookie, measured));
      }
    }
    return [tableOf(ours, theirs, pressMs)];
  } finally {
    signal.removeEventListener('abort', stop);
    await browser.close();
  }
}

async function inContext<Result>(
  browser: Browser,
  baseURL: string,
  cookie: string,
  measureIn: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ baseURL });
  try {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([
      { name, value, url: baseURL, httpOnly: true },
      { name: 'signed_in', value: '1', url: baseURL },
    ]);
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    return await measureIn(page);
  } finally {
    await context.close();
  }
}

async function measureAvatar(page: Page): Promise<Avatar> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(noteAvatar);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  const before = filesOf(page);
  await page.goto('/', { timeout: TIMEOUT_MS });
  const shown = page.locator('html[data-avatar-ms]');
  await shown.waitFor({ state: 'attached' });
  const ms = Number(await shown.getAttribute('data-avatar-ms'));
  await page.waitForLoadState('networkidle');
  const inline = page.locator('script:not([src]):not([type$="json"]):not([type$="rules"])');
  const texts = [...(await scriptsOf(before)), (await inline.allTextContents()).join('\n')];
  const bytesBefore = gzippedBytes(texts);
  const after = filesOf(page);
  await page.locator('[title="Open settings"]').click();
  await page.locator('[role="menu"]').waitFor();
  await page.waitForLoadState('networkidle');
  return { ms, bytesBefore, bytesAfter: bytesBefore + gzippedBytes(await scriptsOf(after)) };
}

async function scriptsOf(files: ReturnType<typeof filesOf>): Promise<readonly string[]> {
  return (await files()).filter(({ type }) => type === 'script').map(({ text }) => text);
}

/** Runs in the page: notes when a frame begins that has avatar and credits on the screen. */
function noteAvatar(): void {
  const look = () => {
    const avatar = document.querySelector('[title="Open settings"] .avatar');
    const isShown =
      avatar?.checkVisibility() &&
      /\d/.test(document.querySelector('.bar-credits')?.textContent ?? '');
    if (isShown) document.documentElement.dataset.avatarMs = String(performance.now());
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** The longest interaction of two presses, as Event Timing has it. */
async function measurePress(
  page: Page,
  { width, button, opened }: (typeof presses)[number],
): Promise<number> {
  await page.setViewportSize({ width, height: 800 });
  await page.addInitScript(noteInteractions);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.goto('/');
  await page.locator('.avatar-place .avatar').waitFor();
  await page.waitForLoadState('networkidle');
  for (let press = 0; press < 2; press += 1) {
    await page.locator(button).filter({ visible: true }).click();
    await page.locator(opened).waitFor();
    await page.keyboard.press('Escape');
    await page.locator(opened).waitFor({ state: 'hidden' });
  }
  const longest = page.locator('html[data-interaction-ms]');
  await longest.waitFor({ state: 'attached' });
  return Number(await longest.getAttribute('data-interaction-ms'));
}

/** Runs in the page. */
function noteInteractions(): void {
  let longestMs = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!('interactionId' in entry) || entry.interactionId === 0) continue;
      longestMs = Math.max(longestMs, entry.duration);
      document.documentElement.dataset.interactionMs = String(longestMs);
    }
  }).observe(Object.assign({ type: 'event', durationThreshold: 16 }));
}

function tableOf(
  ours: readonly Avatar[],
  theirs: readonly Avatar[],
  pressMs: ReadonlyMap<string, readonly number[]>,
): Table {
  const rowOf = (what: string, pick: keyof Avatar, goal: string) => {
    const [here, there] = [ours, theirs].map((list) => median(list.map((one) => one[pick])));
    return [what, here, there, ratio(here ?? 0, there ?? 0), goal];
  };
  return {
    title: 'What somebody who is signed in meets',
    columns: ['what', 'site', 'bare React island', 'ratio', 'goal'],
    rows: [
      rowOf('avatar and credits, ms', 'ms', '0.55 times'),
      rowOf('scripts until a press, bytes', 'bytesBefore', '6,000'),
      rowOf('scripts with it, bytes', 'bytesAfter', '105,000'),
      ...[...pressMs].map(([name, ms]) => [
        ...[`${name}, ms to the paint`, median(ms), undefined, undefined, '100'],
      ]),
    ],
    notes: [
      `Medians of ${ours.length}, each in a new browser context without a cache, in turns; slow 4G (562 ms, 1.44 Mbit/s) for the avatar, a processor ${cpuSlowdown} times slower for all; bytes after gzip -9. A press is the slower of the first and a second one.`,
    ],
  };
}
