import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { localOrigin, portOffsets } from '../../../../infra/local/addresses.ts';
import { signInOverHttp } from '../../../integration/journeys/sign-in-over-http.ts';
import { filesOf, gzippedBytes } from '../../../support/reader-weight.ts';
import { type BenchContext, type Comparison, withTemporaryFolder } from '../bench.ts';
import { median, ratio } from '../statistics.ts';
import type { Table } from '../table.ts';
import { foundChromium, newFolder } from './pages.ts';
import { serveReferenceIsland } from './reference-island.ts';
import { serveSite } from './servers.ts';

/** Lighthouse's slow 4G as a browser applies it (its `constants.js`, `mobileSlow4G`), and its phone. */
const network = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
};
const cpuSlowdown = 4;

/** The goals of issue 16. */
const goals = { avatarRatio: 0.7, bytesBefore: 12_000, bytesAfter: 105_000, inpMs: 100, cls: 0 };

/** How long a page may take on such a phone. */
const TIMEOUT_MS = 60_000;

/** Presses are measured by three controls, each by its first press and by a second one. */
const presses = {
  drawer: { width: 360, button: 'button[popovertarget="drawer"]', opened: '#drawer:popover-open' },
  'avatar menu': { width: 1280, button: '[title="Open settings"]', opened: '[role="menu"]' },
  Products: {
    width: 1280,
    button: 'header nav a[href="#"]',
    opened: 'header nav .menu:not([hidden])',
  },
} as const;

const shiftPages = ['/', '/zh/pricing/', '/account/', '/flows/'] as const;

/** The waits of a signed-in visitor; medians of all runs. */
export interface SignedInFigures {
  readonly runs: number;
  /** From the navigation until avatar and credits are shown, without a cache, in milliseconds. */
  readonly avatarMs: number;
  readonly referenceMs: number;
  /** Scripts, gzip, until the first press of the avatar, and with it. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly referenceBytes: number;
  /** The slower of two presses, from the event to the next paint, in milliseconds. */
  readonly inpMs: Readonly<Record<string, number>>;
  /** Cumulative layout shifts, by page. */
  readonly cls: Readonly<Record<string, number>>;
}

/** Builds and serves the site and the reference, and measures both. */
export async function measureSignedIn(
  runs: number,
  context: BenchContext,
): Promise<SignedInFigures> {
  const chromiumPath = await foundChromium();
  return withTemporaryFolder(async (folder) => {
    context.say('Building and starting the site and the bare island …');
    const site = await serveSite(await newFolder(folder, 'site'), context.signal);
    try {
      const bare = await serveReferenceIsland(await newFolder(folder, 'bare'), context);
      const origins = { site: site.origin, reference: bare.origin };
      try {
        return await measureInTurns(origins, { ...context, chromiumPath, runs });
      } finally {
        await bare.stop();
      }
    } finally {
      await site.stop();
    }
  });
}

/** Measures the site and the reference in turns, each time in a new browser context. */
async function measureInTurns(
  { site, reference }: { readonly site: string; readonly reference: string },
  {
    chromiumPath,
    runs,
    say,
    signal,
  }: Pick<BenchContext, 'say' | 'signal'> & {
    readonly chromiumPath: string;
    readonly runs: number;
  },
): Promise<SignedInFigures> {
  const cookie = await signInOverHttp(productAt(site), `bench-${Date.now()}@example.com`);
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: chromiumPath, args });
  const stop = () => void browser.close();
  signal.addEventListener('abort', stop);
  try {
    const avatars: Avatar[] = [];
    const references: Avatar[] = [];
    const inps: Record<string, number[]> = {};
    const shifts: Record<string, number[]> = {};
    for (let run = 0; run < runs; run += 1) {
      say(`Signed in, run ${run + 1} of ${runs} …`);
      avatars.push(await inContext(browser, site, cookie, (page) => measureAvatar(page, site)));
      references.push(
        await inContext(browser, reference, cookie, (page) => measureAvatar(page, reference)),
      );
      for (const name of Object.keys(presses).filter(isPress)) {
        const ms = await inContext(browser, site, cookie, (page) => measurePress(page, site, name));
        inps[name] = [...(inps[name] ?? []), ms];
      }
      for (const path of shiftPages) {
        const shift = await inContext(browser, site, cookie, (page) =>
          measureShift(page, site + path),
        );
        shifts[path] = [...(shifts[path] ?? []), shift];
      }
    }
    return figuresOf(avatars, references, inps, shifts);
  } finally {
    signal.removeEventListener('abort', stop);
    await browser.close();
  }
}

interface Avatar {
  readonly ms: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

function isPress(name: string): name is keyof typeof presses {
  return Object.hasOwn(presses, name);
}

function productAt(origin: string) {
  const port = Number(new URL(origin).port);
  return { origin, providerOrigin: localOrigin(port + portOffsets.identityProvider) };
}

async function inContext<Result>(
  browser: Browser,
  origin: string,
  cookie: string,
  measure: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext();
  try {
    await addCookies(context, origin, cookie);
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    return await measure(page);
  } finally {
    await context.close();
  }
}

async function addCookies(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([
    { name, value, url, httpOnly: true },
    { name: 'signed_in', value: '1', url },
  ]);
}

async function slowDown(page: Page, withNetwork: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  if (!withNetwork) return;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
}

async function measureAvatar(page: Page, origin: string): Promise<Avatar> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(noteAvatar);
  await slowDown(page, true);
  const before = filesOf(page);
  await page.goto(`${origin}/`, { timeout: TIMEOUT_MS });
  const shown = page.locator('html[data-avatar-ms]');
  await shown.waitFor({ state: 'attached' });
  const ms = Number(await shown.getAttribute('data-avatar-ms'));
  await page.waitForLoadState('networkidle');
  const bytesBefore = await scriptBytes(page, before);
  const after = filesOf(page);
  await page.locator('[title="Open settings"]').click();
  await page.locator('[role="menu"]').waitFor();
  await page.waitForLoadState('networkidle');
  const pressed = (await after()).filter(({ type }) => type === 'script');
  return {
    ms,
    bytesBefore,
    bytesAfter: bytesBefore + gzippedBytes(pressed.map(({ text }) => text)),
  };
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

async function scriptBytes(page: Page, files: ReturnType<typeof filesOf>): Promise<number> {
  const scripts = (await files()).filter(({ type }) => type === 'script');
  const inline = page.locator('script:not([src]):not([type$="json"]):not([type$="rules"])');
  return gzippedBytes([
    ...scripts.map(({ text }) => text),
    (await inline.allTextContents()).join('\n'),
  ]);
}

/** The longest interaction of two presses, as Event Timing has it. */
async function measurePress(
  page: Page,
  origin: string,
  name: keyof typeof presses,
): Promise<number> {
  const { width, button, opened } = presses[name];
  await page.setViewportSize({ width, height: 800 });
  await page.addInitScript(noteInteractions);
  await slowDown(page, false);
  await page.goto(`${origin}/`);
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

async function measureShift(page: Page, url: string): Promise<number> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(noteShifts);
  await slowDown(page, true);
  await page.goto(url, { timeout: TIMEOUT_MS });
  await page.locator('.avatar-place .avatar').waitFor();
  await page.waitForLoadState('networkidle');
  return Number((await page.locator('html').getAttribute('data-shift')) ?? 0);
}

/** Runs in the page. */
function noteShifts(): void {
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) {
      const before = Number(document.documentElement.dataset.shift ?? 0);
      const value = 'value' in shift ? Number(shift.value) : 0;
      document.documentElement.dataset.shift = String(before + value);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

function figuresOf(
  avatars: readonly Avatar[],
  references: readonly Avatar[],
  inps: Readonly<Record<string, readonly number[]>>,
  shifts: Readonly<Record<string, readonly number[]>>,
): SignedInFigures {
  const middle = (list: readonly Avatar[], pick: keyof Avatar) =>
    median(list.map((one) => one[pick]));
  const medians = (lists: Readonly<Record<string, readonly number[]>>) =>
    Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, median(list)]));
  return {
    runs: avatars.length,
    avatarMs: Math.round(middle(avatars, 'ms')),
    referenceMs: Math.round(middle(references, 'ms')),
    bytesBefore: middle(avatars, 'bytesBefore'),
    bytesAfter: middle(avatars, 'bytesAfter'),
    referenceBytes: middle(references, 'bytesAfter'),
    inpMs: medians(inps),
    cls: medians(shifts),
  };
}

/** The figures for people. */
export function signedInTable(figures: SignedInFigures): Table {
  const { runs, avatarMs, referenceMs, bytesBefore, bytesAfter, referenceBytes, inpMs, cls } =
    figures;
  return {
    title: 'What somebody who is signed in meets',
    columns: ['what', 'site', 'bare React island', 'goal'],
    rows: [
      ['avatar and credits, ms', avatarMs, referenceMs, `${goals.avatarRatio} times`],
      ['scripts until a press, bytes', bytesBefore, '', goals.bytesBefore],
      ['scripts with it, bytes', bytesAfter, referenceBytes, goals.bytesAfter],
      ...Object.entries(inpMs).map(([name, ms]) => [
        `${name}, ms to the paint`,
        ms,
        '',
        goals.inpMs,
      ]),
      ...Object.entries(cls).map(([path, shift]) => [
        `${path}, layout shift`,
        shift,
        '',
        goals.cls,
      ]),
    ],
    notes: [
      `Medians of ${runs}, each in a new browser context without a cache, in turns; slow 4G (562 ms, 1.44 Mbit/s) for avatar and shifts, a processor ${cpuSlowdown} times slower for all; bytes after gzip -9. A press is the slower of the first and a second one.`,
    ],
  };
}

/** How soon the avatar shows, beside the reference. */
export function signedInComparisons({
  avatarMs,
  referenceMs,
}: SignedInFigures): readonly Comparison[] {
  return [
    {
      what: 'avatar and credits, signed in',
      unit: 'ms',
      value: avatarMs,
      reference: 'a bare React island',
      referenceValue: referenceMs,
      ratio: ratio(avatarMs, referenceMs),
      goal: `at most ${goals.avatarRatio}`,
    },
  ];
}
