import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import manifest from '../../../package.json' with { type: 'json' };
import { freePort } from '../../support/free-ports.ts';
import { copySources } from '../../support/site-copy.ts';
import { type Bench, type BenchContext, readNumber, withTemporaryFolder } from './bench.ts';
import { type Child, startChild } from './programs.ts';
import { bareBlog } from './site/bare-blog.ts';
import { generatedPosts } from './site/generated-posts.ts';
import { buildOf, writeProject } from './site/project.ts';
import { median, ratio } from './statistics.ts';
import type { Table } from './table.ts';

const MAX_POSTS = 20_000;
/** How long a start or an edit may take; one that takes longer hangs. */
const TIMEOUT_MS = 600_000;
const LOOK_MS = 20;
/** Between two edits, so that the work after the first one does not count for the second one. */
const REST_MS = 1_500;
const STARTS = 3;

/** Measures the waits of a developer of the product. */
export const devBench: Bench = {
  about: 'how soon a saved file is seen with npm run dev, and how soon the product starts again',
  options: {
    posts: { default: '1000', about: 'how many posts the blog has' },
    runs: { default: '10', about: 'how often each file is saved' },
  },
  quick: {},
  prepare({ posts, runs }) {
    const options = {
      posts: readNumber('posts', posts, MAX_POSTS),
      runs: readNumber('runs', runs),
    };
    return (context) => withTemporaryFolder((folder) => measure(folder, options, context));
  },
};

interface DevOptions {
  readonly posts: number;
  readonly runs: number;
}

/** A server that shows what is saved. */
interface DevServer {
  readonly child: Child;
  readonly origin: string;
  readonly folder: string;
}

/** A part of a file that is saved with other words, and the page that shows them. */
interface Edit {
  readonly file: string;
  readonly part: string;
  readonly become: (word: string) => string;
  readonly path: string;
}

interface Pair {
  readonly what: string;
  readonly site: Edit;
  readonly bare: Edit;
  readonly reference: 'bare Astro dev' | 'node --watch';
}

const footer = 'src/components/Footer.astro';
const [{ path: postPath, text: postText } = { path: '', text: '' }] = generatedPosts(2);
const slug = postPath.replace(/^.*\/|\.md$/g, '');
const lastLine = postText.trimEnd().split('\n').at(-1) ?? '';
const refusal = 'There is nothing at this address.';

const post = {
  file: `src/content/blog/${postPath}`,
  part: lastLine,
  become: (word: string) => `${lastLine}\n\n${word}`,
};
const component = {
  file: footer,
  part: '<footer',
  become: (word: string) => `<footer data-saved="${word}"`,
};
const sitePage = `/blog/${slug}/`;
const barePage = `/blog/en/${slug}/`;

const pairs: readonly Pair[] = [
  {
    what: 'a saved post',
    site: { ...post, path: sitePage },
    bare: { ...post, path: barePage },
    reference: 'bare Astro dev',
  },
  {
    what: 'a saved component',
    site: { ...component, path: sitePage },
    bare: { ...component, path: barePage },
    reference: 'bare Astro dev',
  },
  {
    what: 'a saved function',
    site: {
      file: 'functions/unmatched/refuse-unmatched.ts',
      part: refusal,
      become: (word) => word,
      path: '/api/nowhere',
    },
    bare: { file: 'handler.mjs', part: refusal, become: (word) => word, path: '/' },
    reference: 'node --watch',
  },
];

/** One file that answers each request, the least that `node --watch` can restart. */
const bareHandler = `import { createServer } from 'node:http';

createServer((_, response) => response.end('${refusal}')).listen(process.env.PORT, 'localhost');
`;

type Row = readonly [what: string, ms: number, reference: string, referenceMs: number];

async function measure(
  folder: string,
  options: DevOptions,
  context: BenchContext,
): Promise<readonly Table[]> {
  const start = await measureStarts(join(folder, 'start'), context);
  const rows = [...(await measureEdits(folder, options, context)), start];
  return [
    {
      title: `The development loop with ${options.posts.toLocaleString('en')} posts`,
      columns: ['what', 'ms', 'reference', 'ms of the reference', 'ratio'],
      rows: rows.map(([what, ms, reference, referenceMs]) => [
        ...[what, Math.round(ms), reference, Math.round(referenceMs), ratio(ms, referenceMs)],
      ]),
      notes: [
        `From the save until a request gets it: medians of ${options.runs}, in turns with the reference, which has the same posts. Goal: 1,000 ms.`,
        `\`npm start\` with the site’s own posts, until it answers: the first start builds the site, the other one is the median of ${STARTS}.`,
      ],
    },
  ];
}

async function measureStarts(folder: string, { signal, say }: BenchContext): Promise<Row> {
  await mkdir(folder);
  await copySources(folder);
  // The site knows its own address, so another port is another site.
  const port = await freePort();
  const start = async () => {
    const server = await startServer(folder, ['infra/local/start.ts'], signal, port);
    const startedMs = performance.now();
    await seen(server, '/api/health', '', signal);
    const readyMs = performance.now() - startedMs;
    server.child.process.kill('SIGTERM');
    await server.child.ended;
    say(`start: ${Math.round(readyMs)} ms`);
    return readyMs;
  };
  const coldMs = await start();
  const again: number[] = [];
  for (let run = 0; run < STARTS; run += 1) again.push(await start());
  return ['start, nothing changed', median(again), 'the first start', coldMs];
}

/** Saves files of the product and of its references in turns. */
async function measureEdits(
  folder: string,
  { posts, runs }: DevOptions,
  { signal, say }: BenchContext,
): Promise<readonly Row[]> {
  const { site, bare, handler } = await startServers(folder, posts, signal);
  try {
    const rows: Row[] = [];
    for (const pair of pairs) {
      const reference = pair.reference === 'node --watch' ? handler : bare;
      const times: Record<'site' | 'bare', number[]> = { site: [], bare: [] };
      for (const server of [site, reference]) {
        const { path } = server === site ? pair.site : pair.bare;
        await seen(server, path, '', signal);
      }
      for (let run = 0; run < runs; run += 1) {
        const word = `saved${run}x${Date.now()}`;
        times.site.push(await saveAndLook(site, pair.site, word, signal));
        times.bare.push(await saveAndLook(reference, pair.bare, word, signal));
      }
      const { what } = pair;
      const [siteMs, bareMs] = [median(times.site), median(times.bare)];
      say(`${what}: ${Math.round(siteMs)} ms, ${pair.reference} ${Math.round(bareMs)} ms`);
      rows.push([what, siteMs, pair.reference, bareMs]);
    }
    return rows;
  } finally {
    for (const { child } of [site, bare, handler]) child.kill();
  }
}

async function startServers(folder: string, posts: number, signal: AbortSignal) {
  const places = {
    site: join(folder, 'site'),
    bare: join(folder, 'bare'),
    handler: join(folder, 'handler'),
  };
  for (const place of [places.site, places.handler]) await mkdir(place);
  await copySources(places.site);
  await writeProject(places.bare, bareBlog);
  for (const place of [places.site, places.bare]) {
    for (const { path, text } of generatedPosts(posts)) {
      await writeFile(join(place, 'src/content/blog', path), text);
    }
  }
  await writeFile(join(places.handler, 'handler.mjs'), bareHandler);
  const astro = buildOf(places.bare).args.slice(0, 1);
  return {
    site: await startServer(places.site, devCommand, signal),
    bare: await startServer(places.bare, (port) => [...astro, 'dev', '--port', `${port}`], signal),
    handler: await startServer(places.handler, ['--watch', 'handler.mjs'], signal),
  };
}

/** The arguments of `npm run dev`. */
const devCommand = manifest.scripts.dev.split(' ').slice(1);

async function startServer(
  folder: string,
  args: readonly string[] | ((port: number) => readonly string[]),
  signal: AbortSignal,
  chosen?: number,
): Promise<DevServer> {
  const port = chosen ?? (await freePort());
  const variables = {
    ...{ PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(folder, 'data') },
    ...{ ASTRO_TELEMETRY_DISABLED: '1', BUILD_CACHE_DIR: join(folder, 'cache') },
  };
  const given = typeof args === 'function' ? args(port) : args;
  const child = startChild({ args: given, folder, variables }, signal);
  return { child, origin: `http://localhost:${port}`, folder };
}

/** Saves a file with a word, and measures how long it takes until the page has it. */
async function saveAndLook(
  server: DevServer,
  { file, part, become, path }: Edit,
  word: string,
  signal: AbortSignal,
): Promise<number> {
  const place = join(server.folder, file);
  const text = await readFile(place, 'utf8');
  if (!text.includes(part)) throw new Error(`${file} has no "${part}".`);
  const startedMs = performance.now();
  await writeFile(place, text.replace(part, become(word)));
  await seen(server, path, word, signal);
  const ms = performance.now() - startedMs;
  await writeFile(place, text);
  await pause(REST_MS, undefined, { signal });
  return ms;
}

/** Waits until a page of a server answers with a word. */
async function seen(
  { child, origin }: DevServer,
  path: string,
  word: string,
  signal: AbortSignal,
): Promise<void> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  while (child.process.exitCode === null) {
    const answer = await fetch(origin + path, { signal: limit }).catch(() => undefined);
    if (answer && (await answer.text()).includes(word)) return;
    await pause(LOOK_MS, undefined, { signal: limit });
  }
  throw new Error(`${child.output()}\nIt ended with ${child.process.exitCode}.`);
}
