import type { Comparison } from '../bench.ts';
import { ratio } from '../statistics.ts';
import type { BuildFigures } from './builds.ts';
import type { PageFigures } from './pages.ts';

const BYTES_PER_MB = 1_000_000;
const goalLcp = 'at most 900 ms';
/** From so many posts on there are goals: what every build takes once weighs little then. */
const GOAL_POSTS = 10_000;

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

/** What builds take, beside the bare blog. */
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
