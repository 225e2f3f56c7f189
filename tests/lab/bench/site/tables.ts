import type { Comparison } from '../bench.ts';
import { ratio } from '../statistics.ts';
import type { Table } from '../table.ts';
import { type BuildFigures, ratioOf } from './builds.ts';
import { cardsOf } from './generated-posts.ts';
import type { PageFigures } from './pages.ts';

const BYTES_PER_KB = 1_000;
const BYTES_PER_MB = 1_000_000;
const goalLcp = 'at most 1.15';
/** The goals for the builds of so many posts; with fewer, the fixed costs of a build weigh more. */
const buildGoals: readonly BuildGoals[] = [
  { posts: 10_000, first: 'at most 1.4', memory: 'at most 1' },
  { posts: 1_000, first: 'at most 2', edited: 'at most 1.6' },
];

interface BuildGoals {
  readonly posts: number;
  readonly first: string;
  readonly edited?: string;
  readonly memory?: string;
}

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
      'bare edit s',
      'site edit s',
      'edit CPU ratio',
      'with cards s',
      'ms a card',
    ],
    rows: builds.map(({ posts, first, edited, drawing }) => [
      posts,
      first.bare.seconds,
      first.site.seconds,
      ratioOf('seconds', first),
      first.bare.cpuSeconds,
      first.site.cpuSeconds,
      ratioOf('cpuSeconds', first),
      megabytes(first.bare.peakBytes),
      megabytes(first.site.peakBytes),
      ratioOf('peakBytes', first),
      edited.bare.seconds,
      edited.site.seconds,
      ratioOf('cpuSeconds', edited),
      drawing.seconds,
      Math.round(((drawing.seconds - first.site.seconds) / cardsOf(posts)) * 1000),
    ]),
    notes: [
      `Medians of ${runs}; the build with cards is measured once. Both build the same posts, half of them Chinese, and start without a cache, but the site finds its cards and pictures drawn, and the editor bundled; “with cards” it draws them, at most 2,000. An edit changes one post, and both find all that the build before left.`,
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
  return builds.flatMap(({ posts, first, edited }) => {
    const goals = buildGoals.find((one) => posts >= one.posts);
    const what = `build of ${posts.toLocaleString('en')} posts`;
    const [value, referenceValue] = [first.site, first.bare].map((one) => megabytes(one.peakBytes));
    const memory =
      value === undefined || referenceValue === undefined
        ? []
        : [
            {
              unit: 'MB',
              value,
              reference: bareBlog,
              referenceValue,
              ratio: ratioOf('peakBytes', first),
            },
          ];
    return [
      { what, ...costOf(first), ...goal(goals?.first) },
      { what: `${what}, after an edit`, ...costOf(edited), ...goal(goals?.edited) },
      ...memory.map((figures) => ({ what, ...figures, ...goal(goals?.memory) })),
    ];
  });
}

const bareBlog = 'a bare Astro blog';

/** The cost of a build: processor time, because a busy machine doubles the other; else seconds. */
function costOf(pair: BuildFigures['first']) {
  const field = ratioOf('cpuSeconds', pair) === undefined ? 'seconds' : 'cpuSeconds';
  return {
    unit: field === 'seconds' ? 's' : 'CPU s',
    value: pair.site[field] ?? pair.site.seconds,
    reference: bareBlog,
    referenceValue: pair.bare[field] ?? pair.bare.seconds,
    ratio: ratioOf(field, pair),
  };
}

function goal(words: string | undefined): { readonly goal?: string } {
  return words === undefined ? {} : { goal: words };
}

function megabytes(bytes: number | undefined): number | undefined {
  return bytes && Math.round(bytes / BYTES_PER_MB);
}
