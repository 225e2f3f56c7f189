import type { Comparison } from '../bench.ts';
import { ratio } from '../statistics.ts';
import type { Table } from '../table.ts';
import type { BuildFigures } from './builds.ts';
import type { PageFigures } from './pages.ts';

const BYTES_PER_KB = 1_000;
const BYTES_PER_MB = 1_000_000;
const goalLcp = 'at most 900 ms';
/** The goals begin at so many posts: the fixed costs of a build weigh little then. */
const GOAL_POSTS = 10_000;

/** The weight of the pages: HTML, CSS and JS, each as gzip makes it. */
export function weightTable(pages: readonly PageFigures[]): Table {
  return {
    title: 'What a page weighs',
    columns: ['page', 'HTML+CSS+JS kB', 'JS kB', 'requests'],
    rows: pages.map(({ page, weight: { allBytes, scriptBytes, requests } }) => [
      page,
      allBytes / BYTES_PER_KB,
      scriptBytes / BYTES_PER_KB,
      requests,
    ]),
    notes: [
      'For a reader who is not signed in, scrolls and points at the page; kB of 1,000 bytes after gzip -9; all requests count, pictures and the icon too.',
    ],
  };
}

/** Lighthouse's figures for the audited pages. */
export function lighthouseTable(pages: readonly PageFigures[], runs: number): Table {
  const empty = pages.find(({ page }) => page === 'empty page')?.audit?.lcpMs ?? 0;
  const audited = pages.flatMap(({ page, audit }) => (audit ? [{ page, ...audit }] : []));
  return {
    title: 'What Lighthouse says (mobile, simulated throttling)',
    columns: [
      'page',
      'performance',
      'accessibility',
      'best practices',
      'SEO',
      'LCP ms',
      'LCP / empty page',
      'TBT ms',
      'CLS',
    ],
    rows: audited.map(({ page, scores, lcpMs, tbtMs, cls }) => [
      page,
      scores.performance,
      scores.accessibility,
      scores['best-practices'],
      scores.seo,
      Math.round(lcpMs),
      ratio(lcpMs, empty),
      Math.round(tbtMs),
      Math.round(cls * 1000) / 1000,
    ]),
    notes: [
      `Medians of ${runs}, each in a new browser.`,
      ...audited
        .filter(({ reasons }) => reasons.length > 0)
        .map(({ page, reasons }) => `${page}: ${reasons.join('; ')}`),
    ],
  };
}

/** The costs of the build, beside the bare blog. */
export function buildTable(builds: readonly BuildFigures[], runs: number): Table {
  const megabytes = (bytes: number | undefined) => bytes && Math.round(bytes / BYTES_PER_MB);
  return {
    title: 'What a build takes',
    columns: [
      'posts',
      'bare s',
      'site s',
      'time ratio',
      'bare CPU s',
      'site CPU s',
      'CPU ratio',
      'bare MB',
      'site MB',
      'memory ratio',
      'first build s',
      'ms a card',
    ],
    rows: builds.map(({ posts, bare, site, first, secondsPerCard, ...ratios }) => [
      posts,
      bare.seconds,
      site.seconds,
      ratios.timeRatio,
      bare.cpuSeconds,
      site.cpuSeconds,
      ratios.cpuRatio,
      megabytes(bare.peakBytes),
      megabytes(site.peakBytes),
      ratios.memoryRatio,
      first.seconds,
      Math.round(secondsPerCard * 1000),
    ]),
    notes: [
      `Medians of ${runs}; the first build is measured once. Both build the same posts, half of them Chinese, and start without a cache, but the site finds its cards and pictures drawn; the first build draws them, a few hundred for all posts.`,
      'MB of 1,000,000 bytes: the most that all processes of a build held at a time.',
    ],
  };
}

/** How soon each page shows, beside an empty page. */
export function pageComparisons(pages: readonly PageFigures[]): readonly Comparison[] {
  const empty = pages.find(({ page }) => page === 'empty page')?.audit?.lcpMs;
  if (empty === undefined) return [];
  return pages.flatMap(({ page, kind, audit }) =>
    audit && kind === 'goals'
      ? [
          {
            what: `${page}, largest paint`,
            unit: 'ms',
            value: Math.round(audit.lcpMs),
            reference: 'an empty page',
            referenceValue: Math.round(empty),
            ratio: ratio(audit.lcpMs, empty),
            goal: goalLcp,
          },
        ]
      : [],
  );
}

/** The costs of builds, beside the bare blog. */
export function buildComparisons(builds: readonly BuildFigures[]): readonly Comparison[] {
  return builds.flatMap(({ posts, bare, site, timeRatio, memoryRatio }) => {
    const hasGoals = posts >= GOAL_POSTS;
    const what = `build of ${posts.toLocaleString('en')} posts`;
    const time = { value: site.seconds, referenceValue: bare.seconds, ratio: timeRatio };
    const reference = 'a bare Astro blog';
    const seconds = {
      what,
      unit: 's',
      reference,
      ...time,
      ...(hasGoals ? { goal: 'below 2' } : {}),
    };
    if (site.peakBytes === undefined || bare.peakBytes === undefined) return [seconds];
    const memory = {
      value: Math.round(site.peakBytes / BYTES_PER_MB),
      referenceValue: Math.round(bare.peakBytes / BYTES_PER_MB),
      ratio: memoryRatio,
    };
    return [
      seconds,
      { what, unit: 'MB', reference, ...memory, ...(hasGoals ? { goal: 'below 1.5' } : {}) },
    ];
  });
}
