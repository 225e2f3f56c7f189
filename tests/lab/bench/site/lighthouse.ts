import { launch } from 'chrome-launcher';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { median } from '../statistics.ts';

/** Lighthouse itself stops after 45 s; this limit ends a run that hangs. */
const RUN_TIMEOUT_MS = 120_000;
/** How often the bench repeats a run whose recording lacks its beginning. */
const MAX_TRIES = 3;
/** Lighthouse's code for a recording without its beginning, which says nothing about the page. */
const lostBeginning = 'NO_NAVSTART';

/** The categories, by Lighthouse's own ids. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

/** Lighthouse's figures for a page: medians of all runs. */
export interface Audit {
  /** From 0 to 100. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  /** Largest contentful paint on a simulated slow phone. */
  readonly lcpMs: number;
  /** Total blocking time on the same simulated phone. */
  readonly tbtMs: number;
  /** Cumulative layout shift, which has no unit. */
  readonly cls: number;
}

interface AuditOptions {
  readonly chromiumPath: string;
  readonly runs: number;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Audits pages as Lighthouse does by default: a slow phone on a slow network, simulated. */
export async function auditPages(
  urls: readonly string[],
  options: AuditOptions,
): Promise<ReadonlyMap<string, Audit>> {
  const results = new Map<string, Result[]>(urls.map((url) => [url, []]));
  for (let run = 0; run < options.runs; run += 1) {
    options.say(`Lighthouse, run ${run + 1} of ${options.runs} …`);
    for (const [url, ofPage] of results) ofPage.push(await wholeRun(url, options));
  }
  return new Map([...results].map(([url, ofPage]) => [url, auditOf(ofPage)]));
}

function auditOf(results: readonly Result[]): Audit {
  const middle = (pick: (result: Result) => number) => median(results.map(pick));
  const figure = (id: string) => middle(({ audits }) => audits[id]?.numericValue ?? Number.NaN);
  const score = (category: Category) =>
    middle((result) => Math.round((result.categories[category]?.score ?? 0) * 100));
  return {
    scores: Object.fromEntries(categories.map((category) => [category, score(category)])),
    lcpMs: figure('largest-contentful-paint'),
    tbtMs: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
  };
}

/** The first run whose recording is whole. */
async function wholeRun(url: string, options: AuditOptions): Promise<Result> {
  for (let tried = 1; ; tried += 1) {
    const result = await auditOnce(url, options);
    if (!result.runtimeError) return result;
    const { code, message } = result.runtimeError;
    if (code !== lostBeginning || tried === MAX_TRIES) {
      throw new Error(`Lighthouse could not audit ${url}: ${message}`);
    }
    options.say(`${url}: the recording has no beginning; once more …`);
  }
}

/** Each time in a new browser, so that its cache is empty. */
async function auditOnce(url: string, { chromiumPath, signal }: AuditOptions): Promise<Result> {
  signal.throwIfAborted();
  const chrome = await launch({
    chromePath: chromiumPath,
    chromeFlags: ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    handleSIGINT: false,
    logLevel: 'silent',
  });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(RUN_TIMEOUT_MS)]);
  const aborted = Promise.withResolvers<never>();
  const end = () => aborted.reject(limit.reason);
  limit.addEventListener('abort', end, { once: true });
  try {
    const flags: Flags = {
      port: chrome.port,
      logLevel: 'silent',
      onlyCategories: [...categories],
    };
    const outcome = await Promise.race([lighthouse(url, flags), aborted.promise]);
    if (!outcome) throw new Error(`Lighthouse said nothing of ${url}.`);
    return outcome.lhr;
  } finally {
    limit.removeEventListener('abort', end);
    chrome.kill();
  }
}
