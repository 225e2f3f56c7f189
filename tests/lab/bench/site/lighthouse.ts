import { launch } from 'chrome-launcher';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { median } from '../statistics.ts';

/** Lighthouse itself stops after 45 s; this limit ends a run that hangs. */
const RUN_TIMEOUT_MS = 120_000;
/** How often the bench repeats a run whose recording lacks its beginning. */
const MAX_TRIES = 3;
/**
 * Lighthouse's code for such a recording: the browser lost it, so it says nothing about the page.
 */
const lostBeginning = 'NO_NAVSTART';

/** The categories, by Lighthouse's own ids. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

/** Lighthouse's figures for a page: medians of all runs. */
export interface Audit {
  /** From 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  /** Largest contentful paint on a simulated slow phone. */
  readonly lcpMs: number;
  /** Total blocking time on the same simulated phone. */
  readonly tbtMs: number;
  /** Cumulative layout shift, which has no unit. */
  readonly cls: number;
  /** The audits that lower a score, in Lighthouse's own words. */
  readonly reasons: readonly string[];
}

export interface AuditOptions {
  readonly chromiumPath: string;
  /** How many times; the medians count. */
  readonly runs: number;
  /** Called for every run that has to be repeated. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Audits pages as Lighthouse does by default: a slow phone on a slow network, simulated. The pages
 * take turns, so that a busy minute of the machine slows all.
 */
export async function auditPages(
  urls: readonly string[],
  options: AuditOptions,
): Promise<ReadonlyMap<string, Audit>> {
  const results = new Map<string, Result[]>(urls.map((url) => [url, []]));
  for (let run = 0; run < options.runs; run += 1) {
    options.say(`Lighthouse, run ${run + 1} of ${options.runs} …`);
    for (const [url, ofPage] of results) {
      ofPage.push(await wholeRun(url, () => auditOnce(url, options), options.say));
    }
  }
  return new Map([...results].map(([url, ofPage]) => [url, auditOf(ofPage)]));
}

function auditOf(results: readonly Result[]): Audit {
  const middle = (pick: (result: Result) => number) => median(results.map(pick));
  const score = (category: Category) => middle((result) => scoreOf(result, category));
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    lcpMs: middle((result) => numberOf(result, 'largest-contentful-paint')),
    tbtMs: middle((result) => numberOf(result, 'total-blocking-time')),
    cls: middle((result) => numberOf(result, 'cumulative-layout-shift')),
    reasons: [...new Set(results.flatMap(reasonsOf))],
  };
}

/** The error of a run that could not audit its page. */
interface Run {
  readonly runtimeError?: { readonly code: string; readonly message: string };
}

/**
 * The first run whose recording is whole.
 *
 * @param take makes a run
 * @throws {Error} with Lighthouse's words, when a page cannot be audited or every recording is
 * broken
 */
export async function wholeRun<Taken extends Run>(
  url: string,
  take: () => Promise<Taken>,
  say: AuditOptions['say'],
): Promise<Taken> {
  for (let tried = 1; ; tried += 1) {
    const run = await take();
    if (!run.runtimeError) return run;
    const { code, message } = run.runtimeError;
    if (code !== lostBeginning || tried === MAX_TRIES) {
      throw new Error(`Lighthouse could not audit ${url}: ${message}`);
    }
    say(`${url}: the recording has no beginning; once more …`);
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
  const end = () => chrome.kill();
  limit.addEventListener('abort', end);
  try {
    const flags: Flags = {
      port: chrome.port,
      logLevel: 'silent',
      onlyCategories: [...categories],
    };
    const outcome = await Promise.race([lighthouse(url, flags), rejected(limit)]);
    if (!outcome) throw new Error(`Lighthouse said nothing of ${url}.`);
    return outcome.lhr;
  } finally {
    limit.removeEventListener('abort', end);
    end();
  }
}

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function scoreOf({ categories: all }: Result, category: Category): number {
  return Math.round((all[category]?.score ?? 0) * 100);
}

function numberOf({ audits }: Result, id: string): number {
  return audits[id]?.numericValue ?? Number.NaN;
}

/** The audits that count in a category below 100 and are not perfect. */
function reasonsOf(result: Result): readonly string[] {
  return categories
    .filter((category) => scoreOf(result, category) < 100)
    .flatMap((category) => result.categories[category]?.auditRefs ?? [])
    .flatMap(({ id, weight }) => {
      const audit = result.audits[id];
      if (!audit || weight === 0 || audit.score === null || audit.score === 1) return [];
      return [[audit.title, audit.displayValue].filter(Boolean).join(': ')];
    });
}
