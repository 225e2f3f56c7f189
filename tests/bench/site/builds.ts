import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySources } from '../../support/site-copy.ts';
import { type BenchContext, withTemporaryFolder } from '../bench.ts';
import { type Cost, measureProgram, type Program } from '../programs.ts';
import { median, ratio } from '../statistics.ts';
import { buildOf, writeBareBlog } from './bare-blog.ts';
import { cardsOf, generatedPosts } from './generated-posts.ts';

/** The longest build, on a machine that is busy. */
const BUILD_TIMEOUT_MS = 15 * 60_000;

const buildTime = '2026-11-21';

/** The build times of a site with a number of posts, beside the bare blog with the same posts. */
export interface BuildFigures {
  /** The generated posts, besides the site's own few. */
  readonly posts: number;
  readonly bare: Cost;
  /** With the cards and the pictures of an earlier build, and no other files of it. */
  readonly site: Cost;
  /** The earlier build, without cards and pictures. */
  readonly first: Cost;
  /** How much longer the first build takes, by the card. */
  readonly secondsPerCard: number;
  readonly timeRatio: number | undefined;
  readonly cpuRatio: number | undefined;
  readonly memoryRatio: number | undefined;
}

interface BuildContext extends BenchContext {
  /** How often each build is measured; the medians count. */
  readonly runs: number;
}

/** Measures builds of several sizes, the small ones first. */
export async function measureBuilds(
  sizes: readonly number[],
  context: BuildContext,
): Promise<readonly BuildFigures[]> {
  const figures: BuildFigures[] = [];
  for (const size of sizes.toSorted((a, b) => a - b)) {
    figures.push(await withTemporaryFolder((folder) => measureSize(folder, size, context)));
  }
  return figures;
}

/** The builds take turns, so that a busy minute of the machine slows both. */
async function measureSize(
  folder: string,
  posts: number,
  context: BuildContext,
): Promise<BuildFigures> {
  const places = { bare: join(folder, 'bare'), site: join(folder, 'site') };
  await mkdir(places.bare);
  await mkdir(places.site);
  await writeBareBlog(places.bare);
  await copySources(places.site);
  for (const place of Object.values(places)) await writePosts(place, posts);
  const first = await build('site, drawing cards', posts, siteBuild(places.site), context);
  const bares: Cost[] = [];
  const sites: Cost[] = [];
  for (let run = 0; run < context.runs; run += 1) {
    await forget(places.bare);
    bares.push(await build('bare blog', posts, buildOf(places.bare), context));
    await forget(places.site);
    sites.push(await build('site', posts, siteBuild(places.site), context));
  }
  const bare = medianOf(bares);
  const site = medianOf(sites);
  return {
    posts,
    bare,
    site,
    first,
    secondsPerCard: (first.seconds - site.seconds) / cardsOf(posts),
    timeRatio: ratioOf('seconds', site, bare),
    cpuRatio: ratioOf('cpuSeconds', site, bare),
    memoryRatio: ratioOf('peakBytes', site, bare),
  };
}

async function writePosts(folder: string, count: number): Promise<void> {
  for (const { path, text } of generatedPosts(count)) {
    await writeFile(join(folder, 'src/content/blog', path), text);
  }
}

function siteBuild(folder: string): Program {
  return buildOf(folder, {
    BUILD_TIME: buildTime,
    SITE_ORIGIN: 'https://mill.example',
    MILLRACE_CACHE_DIR: join(folder, 'cache'),
  });
}

/** Removes the files of an earlier build, except the pictures, which take most of the time. */
async function forget(folder: string): Promise<void> {
  for (const left of ['dist', '.astro', 'cache/data-store.json', 'node_modules/.astro']) {
    await rm(join(folder, left), { recursive: true, force: true });
  }
}

async function build(
  name: string,
  posts: number,
  program: Program,
  context: BuildContext,
): Promise<Cost> {
  const cost = await measureProgram(program, { ...context, timeoutMs: BUILD_TIMEOUT_MS });
  context.say(`${posts} posts, ${name}: ${cost.seconds.toFixed(1)} s`);
  return cost;
}

function medianOf(costs: readonly Cost[]): Cost {
  const middle = (values: readonly number[]) => (values.length > 0 ? median(values) : undefined);
  return {
    seconds: median(costs.map(({ seconds }) => seconds)),
    cpuSeconds: middle(costs.flatMap(({ cpuSeconds }) => cpuSeconds ?? [])),
    peakBytes: middle(costs.flatMap(({ peakBytes }) => peakBytes ?? [])),
  };
}

function ratioOf(field: keyof Cost, site: Cost, bare: Cost): number | undefined {
  const [value, base] = [site[field], bare[field]];
  return value === undefined || base === undefined ? undefined : ratio(value, base);
}
