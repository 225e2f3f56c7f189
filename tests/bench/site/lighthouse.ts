import { launch } from 'chrome-launcher';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { median } from '../statistics.ts';

/** Lighthouse gives up on a page after 45 s by itself; this is for what hangs. */
const RUN_TIMEOUT_MS = 120_000;
/** So often a run is taken whose recording has no beginning, before the bench gives up. */
const MAX_TRIES = 3;
/** Lighthouse's code for such a recording: the browser lost it, and it says nothing of the page. */
const lostBeginning = 'NO_NAVSTART';

/** The categories, by Lighthouse's own ids. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

/** What Lighthouse says of a page: medians of all runs. */
export interface Audit {
  /** From 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  /** Largest contentful paint on a simulated slow phone. */
  readonly lcpMs: number;
  /** Total blocking time, simulated likewise. */
  readonly tbtMs: number;
  /** Cumulative layout shift, which has no unit. */
  readonly cls: number;
  /** What costs a score points, in Lighthouse's own words. */
  readonly reasons: readonly string[];
}

export interface AuditOptions {
  readonly chromiumPath: string;
  /** How many times; the medians count. */
  readonly runs: number;
  /** Told of every run that has to be taken again. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Audits a page as Lighthouse does by default: a slow phone on a slow network, simulated. */
export async function auditPage(url: string, options: AuditOptions): Promise<Audit> {
  const results: Result[] = [];
  for (let run = 0; run < options.runs; run += 1)
    results.push(await wholeRun(url, () => auditOnce(url, options), options.say));
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

/** What a run ends with when Lighthouse could not audit a page. */
interface Run {
  readonly runtimeError?: { readonly code: string; readonly message: string };
}

/**
 * The first run whose recording has its beginning.
 *
 * @param take takes a run
 * @throws {Error} with Lighthouse's words, when a page cannot be audited or no run of a few is whole
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

/** Each time in a new browser, so that nothing is in its cache. */
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
