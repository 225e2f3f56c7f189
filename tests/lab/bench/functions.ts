import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleHandlers } from '../../../infra/aws/bundles.ts';
import { type DocumentedRoute, routes } from '../../../src/contract/routes.ts';
import { type Bench, type BenchContext, readNumber, withTemporaryFolder } from './bench.ts';
import { median } from './statistics.ts';
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
  const bundles = await bundleHandlers(measured.map((name) => routes[name].file));
  const codes = new Map<string, Uint8Array>([
    ['empty', Buffer.from('export const handler = async () => ({ statusCode: 204 });\n')],
    ...measured.map((name): [string, Uint8Array] => [
      ...([name, bundles.get(routes[name].file)?.code ?? new Uint8Array()] as const),
    ]),
  ]);
  const fileOf = (name: string) => join(folder, `${name}.mjs`);
  for (const [name, code] of codes) await writeFile(fileOf(name), code);
  say('starting …');
  const took = new Map([...codes.keys()].map((name) => [name, [] as number[]]));
  // The first round brings the files into the memory of the system.
  for (let run = 0; run <= runs; run += 1) {
    for (const [name, times] of took) {
      signal.throwIfAborted();
      const ms = startOnce(fileOf(name));
      if (run > 0) times.push(ms);
    }
  }
  const emptyMs = median(took.get('empty') ?? []);
  return [
    {
      title: 'Functions until they are ready',
      columns: ['function', 'kB', 'ready ms', 'above empty ms'],
      rows: [...took].map(([name, times]) => [
        ...[name, (codes.get(name)?.length ?? 0) / BYTES_PER_KB],
        ...[median(times), median(times) - emptyMs],
      ]),
      notes: [
        `Medians of ${runs} fresh processes, in turns, from their start until the handler can be called; the start of Node is in it. kB of 1,000 bytes, minified.`,
        'Goals of me and login: 190 kB, and ready 40 ms after an empty function.',
      ],
    },
  ];
}

/** Imports a module and prints how many milliseconds the process has run by then. */
const script =
  'const { handler } = await import(process.argv[1]); if (typeof handler !== "function") throw new Error("no handler"); process.stdout.write(String(performance.now()))';

function startOnce(file: string): number {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, file],
    { encoding: 'utf8', timeout: START_TIMEOUT_MS, env: {} },
  );
  if (status !== 0) throw new Error(`${file} did not start: ${stderr}`);
  return Number(stdout);
}
