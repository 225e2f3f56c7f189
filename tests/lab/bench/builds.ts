import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copySources } from '../../support/site-copy.ts';
import {
  type Bench,
  type BenchContext,
  BenchRefusal,
  listOf,
  readNumber,
  withTemporaryFolder,
} from './bench.ts';
import { type Cost, measureProgram, type Program } from './programs.ts';
import { bareBlog } from './site/bare-blog.ts';
import { generatedPosts } from './site/generated-posts.ts';
import { buildOf, writeProject } from './site/project.ts';
import { median, ratio } from './statistics.ts';
import type { Cell, Table } from './table.ts';

const MAX_POSTS = 20_000;
/** The longest build, on a machine that is busy. */
const BUILD_TIMEOUT_MS = 15 * 60_000;
const BYTES_PER_MB = 1_000_000;

/** Builds of many posts by the site and by the bare blog. */
export const buildsBench: Bench = {
  about: 'the build of many posts, beside a bare Astro blog with the same posts',
  options: {
    posts: { default: '100,1000,10000', about: 'how many posts to build with' },
    runs: { default: '3', about: 'how often each build is measured' },
  },
  quick: { posts: '1000' },
  prepare({ posts, runs }) {
    const sizes = listOf(posts).map(readSize);
    const count = readNumber('runs', runs);
    return (context) => measureBuilds(sizes, count, context);
  },
};

function readSize(text: string): number {
  const posts = readNumber('posts', text, MAX_POSTS);
  if (posts % 2 === 0) return posts;
  throw new BenchRefusal(`--posts has ${text}; half of them are Chinese, so write an even number.`);
}

async function measureBuilds(
  sizes: readonly number[],
  runs: number,
  context: BenchContext,
): Promise<readonly Table[]> {
  const rows: (readonly Cell[])[] = [];
  for (const size of sizes.toSorted((a, b) => a - b)) {
    rows.push(...(await withTemporaryFolder((folder) => measureSize(folder, size, runs, context))));
  }
  const columns = ['s', 'CPU s', 'MB'].flatMap((unit) => [`site ${unit}`, `bare ${unit}`]);
  return [
    {
      title: 'What a build takes',
      columns: ['posts', 'build', ...columns, 'CPU ratio', 'MB ratio'],
      rows,
      notes: [
        `Medians of ${runs}, in turns. Half of the posts are Chinese. A first build starts without a cache, but the site has its cards, its pictures and the editor. An edit changes one post; both find all that the build before left.`,
        'MB of 1,000,000 bytes: the most that all processes of a build held at a time.',
        'Goals of 1,000 posts: 3 times the CPU seconds for a first build, 2.2 times after an edit; 10,000 posts in 4,000 MB.',
      ],
    },
  ];
}

async function measureSize(
  folder: string,
  posts: number,
  runs: number,
  context: BenchContext,
): Promise<readonly (readonly Cell[])[]> {
  const places = { bare: join(folder, 'bare'), site: join(folder, 'site') };
  await writeProject(places.bare, bareBlog);
  await mkdir(places.site);
  await copySources(places.site);
  for (const place of Object.values(places)) {
    for (const { path, text } of generatedPosts(posts)) {
      await writeFile(join(place, 'src/content/blog', path), text);
    }
  }
  const builds = { bare: buildOf(places.bare), site: siteBuild(places.site) };
  const costOf = async (name: keyof typeof builds, what: string) => {
    const cost = await measureProgram(builds[name], { ...context, timeoutMs: BUILD_TIMEOUT_MS });
    context.say(`${posts} posts, ${name}, ${what}: ${cost.seconds.toFixed(1)} s`);
    return cost;
  };
  await costOf('site', 'which draws its cards');
  const rows: (readonly Cell[])[] = [];
  for (const [what, prepare] of [
    ['first', forget],
    ['after an edit', edit],
  ] as const) {
    const costs: Record<keyof typeof builds, Cost[]> = { bare: [], site: [] };
    for (let run = 0; run < runs; run += 1) {
      for (const name of ['bare', 'site'] as const) {
        await prepare(places[name]);
        costs[name].push(await costOf(name, what));
      }
    }
    rows.push([posts, what, ...cellsOf(medianOf(costs.site), medianOf(costs.bare))]);
  }
  return rows;
}

function siteBuild(folder: string): Program {
  return buildOf(folder, {
    BUILD_TIME: '2026-11-21',
    SITE_ORIGIN: 'https://mill.example',
    BUILD_CACHE_DIR: join(folder, 'cache'),
  });
}

/** Changes the text of one post, and so neither its card nor a list. */
async function edit(folder: string): Promise<void> {
  const [{ path = '' } = {}] = generatedPosts(2);
  await appendFile(join(folder, 'src/content/blog', path), '\nOne more sentence.\n');
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

function medianOf(costs: readonly Cost[]): Cost {
  const middle = (field: keyof Cost) => median(costs.map((cost) => cost[field]));
  return {
    seconds: middle('seconds'),
    cpuSeconds: middle('cpuSeconds'),
    peakBytes: middle('peakBytes'),
  };
}

function cellsOf(site: Cost, bare: Cost): readonly Cell[] {
  const megabytes = ({ peakBytes }: Cost) => Math.round(peakBytes / BYTES_PER_MB);
  return [
    ...[site.seconds, bare.seconds, site.cpuSeconds, bare.cpuSeconds],
    ...[megabytes(site), megabytes(bare)],
    ...[ratio(site.cpuSeconds, bare.cpuSeconds), ratio(site.peakBytes, bare.peakBytes)],
  ];
}
