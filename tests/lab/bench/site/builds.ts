import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySources } from '../../../support/site-copy.ts';
import { type BenchContext, withTemporaryFolder } from '../bench.ts';
import { type Cost, measureProgram, type Program } from '../programs.ts';
import { median, ratio } from '../statistics.ts';
import { buildOf, writeBareBlog } from './bare-blog.ts';
import { generatedPosts } from './generated-posts.ts';

/** The longest build, on a machine that is busy. */
const BUILD_TIMEOUT_MS = 15 * 60_000;

const buildTime = '2026-11-21';

/** Two builds of the same posts. */
interface Pair {
  readonly bare: Cost;
  readonly site: Cost;
}

/** The build times of a site with a number of posts, beside the bare blog with the same posts. */
export interface BuildFigures {
  /** The generated posts, besides the site's own few. */
  readonly posts: number;
  /** Without anything of an earlier build, but for the site's cards, pictures and editor. */
  readonly first: Pair;
  /** After an edit of one post, with everything that the build before left. */
  readonly edited: Pair;
  /** The site's first build of all, which also draws cards and pictures. */
  readonly drawing: Cost;
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
  const say = (line: string) => context.say(`${posts} posts, ${line}`);
  const drawing = await build('site, drawing cards', siteBuild(places.site), { ...context, say });
  const first = await buildInTurns(places, 'first', forget, { ...context, say });
  const edited = await buildInTurns(places, 'after an edit', edit, { ...context, say });
  return { posts, first, edited, drawing };
}

/** The builds take turns, so that a busy minute of the machine slows both. */
async function buildInTurns(
  places: Readonly<Record<keyof Pair, string>>,
  what: string,
  prepare: (folder: string) => Promise<void>,
  context: BuildContext,
): Promise<Pair> {
  const costs: Record<keyof Pair, Cost[]> = { bare: [], site: [] };
  for (let run = 0; run < context.runs; run += 1) {
    await prepare(places.bare);
    costs.bare.push(await build(`bare blog, ${what}`, buildOf(places.bare), context));
    await prepare(places.site);
    costs.site.push(await build(`site, ${what}`, siteBuild(places.site), context));
  }
  return { bare: medianOf(costs.bare), site: medianOf(costs.site) };
}

async function writePosts(folder: string, count: number): Promise<void> {
  for (const { path, text } of generatedPosts(count)) {
    await writeFile(join(folder, 'src/content/blog', path), text);
  }
}

/** Changes the text of one post, and so neither its card nor a list. */
async function edit(folder: string): Promise<void> {
  const [{ path = '' } = {}] = generatedPosts(2);
  await appendFile(join(folder, 'src/content/blog', path), '\nOne more sentence.\n');
}

function siteBuild(folder: string): Program {
  return buildOf(folder, {
    BUILD_TIME: buildTime,
    SITE_ORIGIN: 'https://mill.example',
    MILLRACE_CACHE_DIR: join(folder, 'cache'),
  });
}

/** The outputs of a build, except pictures and the editor's bundle, which a version makes once. */
const leftByBuild = [
  'dist',
  '.astro',
  'cache/data-store.json',
  'cache/dist',
  'cache/incremental-build.json',
  'node_modules/.astro',
];

/**
 * Sets aside what a build left, as if there had been none. After the removal of thousands of files,
 * ext4 without a journal looks longer for the place of each new one, for some minutes: a first build in
 * a fresh clone has nothing of that. Source: Linux, `fs/ext4/ialloc.c`, `recently_deleted`.
 */
async function forget(folder: string): Promise<void> {
  const aside = await mkdtemp(join(folder, '..', 'set-aside-'));
  for (const left of leftByBuild.filter((name) => existsSync(join(folder, name)))) {
    await rename(join(folder, left), join(aside, left.replaceAll('/', '-')));
  }
}

async function build(name: string, program: Program, context: BuildContext): Promise<Cost> {
  const cost = await measureProgram(program, { ...context, timeoutMs: BUILD_TIMEOUT_MS });
  context.say(`${name}: ${cost.seconds.toFixed(1)} s`);
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

/** How many times the bare blog's cost the site's is; undefined where the system tells none. */
export function ratioOf(field: keyof Cost, { site, bare }: Pair): number | undefined {
  const [value, base] = [site[field], bare[field]];
  return value === undefined || base === undefined ? undefined : ratio(value, base);
}
