import {
  type Bench,
  type BenchContext,
  BenchRefusal,
  type BenchReport,
  readNumber,
} from './bench.ts';
import { measureBuilds } from './site/builds.ts';
import { goalPages } from './site/page-list.ts';
import { measurePages } from './site/pages.ts';
import { measureSignedIn, signedInComparisons, signedInTable } from './site/signed-in.ts';
import {
  buildComparisons,
  buildTable,
  lighthouseTable,
  pageComparisons,
  weightTable,
} from './site/tables.ts';

/** More runs give no better figure, and take hours. */
const MAX_RUNS = 20;
const MAX_POSTS = 20_000;
const MAX_PAGES = 100;
/** One run alone says little about a browser under load. */
const MIN_SIGNED_IN_RUNS = 3;

interface SiteOptions {
  /** The paths of the pages; by default, one of every kind in every language. */
  readonly paths: readonly string[];
  readonly runs: number;
  /** How many posts to build with; undefined for no builds. */
  readonly sizes: readonly number[];
  /** Whether any page is measured. */
  readonly withPages: boolean;
  readonly withLighthouse: boolean;
  readonly withReferences: boolean;
  readonly withSignedIn: boolean;
}

/** The pages in Chromium and under Lighthouse, and the build of many posts. */
export const siteBench: Bench = {
  about: 'the weight and speed of the pages, and the build of many posts',
  options: [
    {
      name: 'pages',
      type: 'string',
      default: '',
      about: 'only these, as /,/zh/, or none; else one of every kind',
    },
    { name: 'runs', type: 'string', default: '3', about: 'how often each thing is measured' },
    {
      name: 'posts',
      type: 'string',
      default: '100,1000,10000',
      about: 'how many posts to build with',
    },
    { name: 'builds', type: 'boolean', default: true, about: 'measures no builds' },
    { name: 'lighthouse', type: 'boolean', default: true, about: 'weighs the pages only' },
    { name: 'signed-in', type: 'boolean', default: true, about: 'measures nobody signed in' },
    { name: 'references', type: 'boolean', default: true, about: 'only the site’s own pages' },
  ],
  quick: { pages: goalPages.join(','), runs: '3', posts: '1000' },
  prepare(values) {
    const withPages = values.pages !== 'none';
    const options: SiteOptions = {
      paths: withPages ? listOf(values.pages).map(readPath) : [],
      runs: readNumber('runs', values.runs, MAX_RUNS),
      sizes: values.builds === true ? listOf(values.posts).map(readSize) : [],
      withPages,
      withLighthouse: values.lighthouse === true,
      withReferences: values.references === true,
      withSignedIn: values['signed-in'] === true,
    };
    if (options.paths.length > MAX_PAGES) {
      throw new BenchRefusal(`--pages has ${options.paths.length} pages; at most ${MAX_PAGES}.`);
    }
    return (context) => measureSite(options, context);
  },
};

async function measureSite(options: SiteOptions, context: BenchContext): Promise<BenchReport> {
  const { runs, sizes, withPages, withLighthouse } = options;
  const pages = withPages ? await measurePages(options, context) : [];
  const signedIn = options.withSignedIn
    ? await measureSignedIn(Math.max(runs, MIN_SIGNED_IN_RUNS), context)
    : undefined;
  const builds = await measureBuilds(sizes, { ...context, runs });
  return {
    tables: [
      ...(withPages ? [weightTable(pages)] : []),
      ...(withPages && withLighthouse ? [lighthouseTable(pages, runs)] : []),
      ...(signedIn ? [signedInTable(signedIn)] : []),
      ...(sizes.length > 0 ? [buildTable(builds, runs)] : []),
    ],
    figures: { runs, pages, signedIn, builds },
    comparisons: [
      ...pageComparisons(pages),
      ...(signedIn ? signedInComparisons(signedIn) : []),
      ...buildComparisons(builds),
    ],
  };
}

function listOf(value: string | boolean | undefined): readonly string[] {
  return String(value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function readPath(path: string): string {
  if (/^\/(?!\/)[^?#\s]*$/.test(path)) return path;
  throw new BenchRefusal(`--pages has ${path}; write paths such as /,/zh/pricing/.`);
}

function readSize(text: string): number {
  const posts = readNumber('posts', text, MAX_POSTS);
  if (posts % 2 === 0) return posts;
  throw new BenchRefusal(`--posts has ${text}; half of them are Chinese, so write an even number.`);
}
