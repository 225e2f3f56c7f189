import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bundle, bundleFunctions } from '../../../infra/aws/bundles.ts';
import { functionNames } from '../../../src/contract/route.ts';
import { type Bench, type BenchContext, readNumber, withTemporaryFolder } from './bench.ts';
import { median } from './statistics.ts';
import type { Table } from './table.ts';

const MAX_RUNS = 100;
const BYTES_PER_KB = 1_000;
/** A start takes a tenth of a second; a start of ten seconds hangs. */
const START_TIMEOUT_MS = 10_000;

/** Processor time that a function may take beyond an empty one before its first call, in ms. */
const GOAL_MS = 40;

/** The Lambda functions as they are deployed. */
export const functionsBench: Bench = {
  about: 'the bundles of the functions, and their start beside that of an empty one',
  options: { runs: { default: '20', about: 'how often each function is started' } },
  quick: {},
  prepare({ runs }) {
    const count = readNumber('runs', runs, MAX_RUNS);
    return (context) => withTemporaryFolder((folder) => measureStarts(folder, count, context));
  },
};

async function measureStarts(
  folder: string,
  runs: number,
  { signal, say }: BenchContext,
): Promise<readonly Table[]> {
  say('bundling …');
  const bundles = await bundleFunctions();
  const names = [...functionNames, `${ofMe} with the code of me`];
  await mkdir(join(folder, 'empty'));
  await writeFile(fileOf(folder, 'empty'), emptyHandler);
  for (const name of functionNames) await writeParts(join(folder, name), bundles.get(name));
  say('starting …');
  const took = new Map(['empty', ...names].map((name) => [name, [] as number[]]));
  // The first round brings the files into the memory of the system.
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, times] of took) {
      signal.throwIfAborted();
      const isCalled = name.startsWith(`${ofMe} `);
      const ms = startOnce(fileOf(folder, isCalled ? ofMe : name), isCalled);
      if (run > 0) times.push(ms);
    }
  }
  const emptyMs = median(took.get('empty') ?? []);
  return [
    {
      title: 'Functions until they can be called',
      columns: ['function', 'kB', 'processor ms', 'above empty ms'],
      rows: [...took].map(([name, times]) => [
        ...[name, (bundles.get(name)?.startBytes ?? 0) / BYTES_PER_KB],
        ...[median(times), median(times) - emptyMs],
      ]),
      notes: [
        `Medians of ${runs} fresh processes, in turns, until the handler can be called; the start of Node is in it. kB of 1,000 bytes, minified.`,
        `Goal of each that a page waits for: ${GOAL_MS} ms above an empty function.`,
      ],
    },
  ];
}

/** The function of the first call of every visit. */
const ofMe = 'site';

const emptyHandler = 'export const handler = async () => ({ statusCode: 204 });\n';

const fileOf = (folder: string, name: string) => join(folder, name, 'index.mjs');

async function writeParts(folder: string, bundle: Bundle | undefined): Promise<void> {
  if (!bundle) throw new TypeError('A function was not bundled.');
  await mkdir(folder);
  for (const [name, content] of [['index.mjs', bundle.code] as const, ...bundle.chunks]) {
    await writeFile(join(folder, name), content);
  }
}

/** Imports a module, perhaps calls `me` as a stranger, and prints the processor time in ms. */
const script = `
  const { handler } = await import(process.argv[1]);
  if (typeof handler !== "function") throw new Error("no handler");
  if (process.argv[2]) await handler(JSON.parse(process.argv[2]));
  const { user, system } = process.cpuUsage();
  process.stderr.write(String((user + system) / 1000));`;

const callOfMe = JSON.stringify({
  ...{ routeKey: 'ANY /api/auth/me', rawPath: '/api/auth/me', rawQueryString: '', headers: {} },
  ...{ requestContext: { requestId: 'a', http: { method: 'GET', sourceIp: '192.0.2.1' } } },
});

const settings = {
  SITE_ORIGIN: 'https://www.example.com',
  AUTH0_DOMAIN: 'tenant.eu.auth0.com',
  AUTH0_CLIENT_ID: 'aBcD1234',
  DATABASE_URL: 'postgres://application@cluster.dsql.eu-central-1.on.aws:5432/postgres',
};

function startOnce(file: string, isCalled: boolean): number {
  const given = ['--input-type=module', '--eval', script, file, ...(isCalled ? [callOfMe] : [])];
  const options = { encoding: 'utf8', timeout: START_TIMEOUT_MS, env: settings } as const;
  const { status, stderr } = spawnSync(process.execPath, given, options);
  if (status !== 0) throw new Error(`${file} did not start: ${stderr}`);
  return Number(stderr);
}
