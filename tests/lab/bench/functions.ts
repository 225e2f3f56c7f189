import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleHandlers } from '../../../infra/aws/bundles.ts';
import { type DocumentedRoute, routes } from '../../../src/contract/routes.ts';
import {
  type Bench,
  type BenchContext,
  type BenchReport,
  type Comparison,
  readNumber,
  withTemporaryFolder,
} from './bench.ts';
import { measureRequests, type RequestFigures } from './functions/requests.ts';
import { median, ratio } from './statistics.ts';
import type { Table } from './table.ts';

const MAX_RUNS = 100;
const BYTES_PER_KB = 1_000;
/** A start takes a tenth of a second; a start of ten seconds hangs. */
const START_TIMEOUT_MS = 10_000;

/** Functions of each kind: the first call of every visit, and the largest bundles. */
const measured = [
  'me',
  'login',
  'saveUser',
  'holdCredits',
  'receiveWebhook',
] as const satisfies readonly DocumentedRoute[];

/**
 * Functions with a goal for their start, and how much later than an empty one they may be ready.
 */
const goals: ReadonlySet<string> = new Set(['me', 'login']);
const GOAL_ABOVE_EMPTY_MS = 40;
const GOAL_KB = 190;

/** The size of a route's function and the time until it is ready. */
interface FunctionFigures {
  readonly name: string;
  readonly bytes: number;
  readonly readyMs: number;
  readonly aboveEmptyMs: number;
}

/** The Lambda functions as they are deployed, and their routes on this machine. */
export const functionsBench: Bench = {
  about: 'the bundles of the functions, their start, and requests a second on this machine',
  options: [
    { name: 'runs', type: 'string', default: '20', about: 'how often each function is started' },
    { name: 'requests', type: 'boolean', default: true, about: 'measures no requests' },
  ],
  quick: { runs: '20' },
  prepare({ runs, requests }) {
    const count = readNumber('runs', runs, MAX_RUNS);
    return (context) => measureFunctions(count, requests === true, context);
  },
};

async function measureFunctions(
  runs: number,
  withRequests: boolean,
  context: BenchContext,
): Promise<BenchReport> {
  const { emptyMs, functions } = await withTemporaryFolder((folder) =>
    measureStarts(folder, runs, context),
  );
  const requests = withRequests
    ? await withTemporaryFolder((folder) => measureRequests(folder, context))
    : [];
  return {
    tables: [
      startTable(functions, emptyMs, runs),
      ...(requests.length > 0 ? [requestTable(requests)] : []),
    ],
    figures: { runs, emptyMs, functions, requests },
    comparisons: [
      ...startComparisons(functions, emptyMs),
      ...requests.map(({ name, product, bare }) => ({
        what: `${name}, through the local gateway`,
        unit: 'a second',
        value: Math.round(product.perSecond),
        reference: referenceOf(name),
        referenceValue: Math.round(bare.perSecond),
        ratio: ratio(product.perSecond, bare.perSecond),
        ...(name === 'me' ? { goal: 'at least 0.7' } : {}),
      })),
    ],
  };
}

async function measureStarts(folder: string, runs: number, { signal, say }: BenchContext) {
  say('bundling …');
  const bundles = await bundleHandlers(measured.map((name) => routes[name].file));
  const empty = join(folder, 'empty.mjs');
  await writeFile(empty, 'export const handler = async () => ({ statusCode: 204 });\n');
  const files: Record<string, string> = { empty };
  const bytes = new Map<string, number>();
  for (const name of measured) {
    const code = bundles.get(routes[name].file)?.code ?? new Uint8Array();
    const file = join(folder, `${name}.mjs`);
    await writeFile(file, code);
    files[name] = file;
    bytes.set(name, code.length);
  }
  say('starting …');
  const { empty: emptyMs = 0, ...times } = startTimes(files, runs, signal);
  const functions = Object.entries(times).map(([name, readyMs]) => ({
    name,
    bytes: bytes.get(name) ?? 0,
    readyMs,
    aboveEmptyMs: readyMs - emptyMs,
  }));
  return { emptyMs, functions };
}

function startTable(functions: readonly FunctionFigures[], emptyMs: number, runs: number): Table {
  return {
    title: 'Functions until they are ready',
    columns: ['function', 'kB', 'ready ms', 'above empty ms'],
    rows: [
      ['empty', 0.1, emptyMs, 0],
      ...functions.map(({ name, bytes, readyMs, aboveEmptyMs }) => [
        ...[name, bytes / BYTES_PER_KB, readyMs, aboveEmptyMs],
      ]),
    ],
    notes: [
      `Medians of ${runs} fresh processes, in turns, from their start until the handler can be called; the start of Node is in it. kB of 1,000 bytes, minified.`,
    ],
  };
}

function requestTable(requests: readonly RequestFigures[]): Table {
  return {
    title: 'Requests on this machine, on PGlite',
    columns: ['request', 'of', 'a second', 'p50 ms', 'p99 ms'],
    rows: requests.flatMap(({ name, product, bare }) => [
      [name, 'product', Math.round(product.perSecond), product.p50Ms, product.p99Ms],
      [name, referenceOf(name), Math.round(bare.perSecond), bare.p50Ms, bare.p99Ms],
    ]),
    notes: [
      'Eight at a time, medians of three rounds in turns. The product runs in a process of its own behind HTTP; the queries run in this one, on a copy of its database, by the bare driver. A whole sign-in is the ceremony at the local identity provider and the call with its ID token; the bare server for it, with jose and one insert, runs in this process.',
    ],
  };
}

function referenceOf(name: RequestFigures['name']): string {
  return name === 'sign-in whole' ? 'a bare server, with jose' : 'its queries, bare';
}

function startComparisons(
  functions: readonly FunctionFigures[],
  emptyMs: number,
): readonly Comparison[] {
  return functions
    .filter(({ name }) => goals.has(name))
    .flatMap(({ name, bytes, readyMs }) => [
      {
        what: `${name}, until it is ready`,
        unit: 'ms',
        value: readyMs,
        reference: 'an empty function',
        referenceValue: emptyMs,
        ratio: ratio(readyMs, emptyMs),
        goal: `at most ${GOAL_ABOVE_EMPTY_MS} ms more`,
      },
      {
        what: `${name}, its bundle`,
        unit: 'kB',
        value: bytes / BYTES_PER_KB,
        reference: 'what is allowed',
        referenceValue: GOAL_KB,
        ratio: ratio(bytes / BYTES_PER_KB, GOAL_KB),
        goal: 'at most 1',
      },
    ]);
}

/** Imports a module and prints how many milliseconds the process has run by then. */
const script =
  'const { handler } = await import(process.argv[1]); if (typeof handler !== "function") throw new Error("no handler"); process.stdout.write(String(performance.now()))';

/**
 * How long a fresh process takes until each handler can be called, in milliseconds. Node's own
 * start is included, as in the reference. The handlers take turns, so that other load on the
 * machine slows all of them.
 *
 * @param files modules with a `handler`, by name
 * @param runs how often each is started; the median counts
 */
function startTimes<Name extends string>(
  files: Readonly<Record<Name, string>>,
  runs: number,
  signal: AbortSignal,
): Readonly<Record<string, number>> {
  const entries = Object.entries<string>(files);
  const took = new Map(entries.map(([name]) => [name, [] as number[]]));
  // The first round brings the files into the memory of the system.
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, file] of entries) {
      signal.throwIfAborted();
      const ms = startOnce(file);
      if (run > 0) took.get(name)?.push(ms);
    }
  }
  return Object.fromEntries([...took].map(([name, times]) => [name, median(times)]));
}

function startOnce(file: string): number {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, file],
    { encoding: 'utf8', timeout: START_TIMEOUT_MS, env: {} },
  );
  if (status !== 0) throw new Error(`${file} did not start: ${stderr}`);
  return Number(stdout);
}
