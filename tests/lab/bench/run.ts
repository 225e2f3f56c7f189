import { mkdir, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { stopSignal } from '../../../infra/local/shutdown.ts';
import { type Bench, BenchRefusal } from './bench.ts';
import { commandOf } from './command.ts';
import { markdownOf, type Table } from './table.ts';

/** A bench that takes longer hangs, or its machine is too busy for measurements. */
const BENCH_TIMEOUT_MS = 40 * 60_000;
/** The shells' exit code for a process that SIGINT ended: 128 and the signal's number. */
const EXIT_INTERRUPTED = 130;
/** The exit code for arguments that make no sense. */
const EXIT_USAGE = 2;
const BYTES_PER_GB = 1024 ** 3;

/** All benches, by name. Each loads what it measures, which takes seconds. */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  pages: async () => (await import('./pages.ts')).pagesBench,
  'signed-in': async () => (await import('./signed-in.ts')).signedInBench,
  builds: async () => (await import('./builds.ts')).buildsBench,
  ledger: async () => (await import('./ledger.ts')).ledgerBench,
  calls: async () => (await import('./calls.ts')).callsBench,
  functions: async () => (await import('./functions.ts')).functionsBench,
  shrink: async () => (await import('./shrink.ts')).shrinkBench,
  digest: async () => (await import('./digest.ts')).digestBench,
  scale: async () => (await import('./scale.ts')).scaleBench,
};

const print = (text: string) => void process.stdout.write(`${text}\n`);
const say = (line: string) => void process.stderr.write(`${line}\n`);

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  const stop = stopSignal(process, Date.now, () => process.exit(EXIT_INTERRUPTED));
  try {
    const command = commandOf(args, await loaded(args[0] ?? ''));
    if (command.kind === 'help') print(command.text);
    else await runAll(command, stop.signal);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return EXIT_INTERRUPTED;
    const isRefusal = error instanceof BenchRefusal;
    say(isRefusal || !(error instanceof Error) ? messageOf(error) : `${error.stack}`);
    return isRefusal ? EXIT_USAGE : 1;
  }
}

/** The bench of that name; all where there is none. */
async function loaded(name: string): Promise<Readonly<Record<string, Bench>>> {
  const one = Object.hasOwn(benches, name) ? benches[name] : undefined;
  if (one) return { [name]: await one() };
  const all = Object.entries(benches).map(async ([each, load]) => [each, await load()] as const);
  return Object.fromEntries(await Promise.all(all));
}

/** Runs benches one after the other, and shows the tables of each when it has ended. */
async function runAll(
  { runs, json }: Extract<ReturnType<typeof commandOf>, { kind: 'run' }>,
  stop: AbortSignal,
): Promise<void> {
  const startedAt = new Date().toISOString();
  const { cores, cpu, memoryGb, system, node } = machine();
  print(`${startedAt.slice(0, 10)}; ${cores} × ${cpu}, ${memoryGb} GB, ${system}, Node ${node}`);
  const found: Record<string, readonly Table[]> = {};
  for (const { name, run } of runs) {
    say(`${name} …`);
    const signal = AbortSignal.any([stop, AbortSignal.timeout(BENCH_TIMEOUT_MS)]);
    const tables = await run({ signal, say });
    found[name] = tables;
    for (const table of tables) print(`\n${markdownOf(table)}`);
  }
  if (json === undefined) return;
  await mkdir(dirname(json), { recursive: true });
  await writeFile(
    json,
    `${JSON.stringify({ startedAt, machine: machine(), ...found }, null, 2)}\n`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The machine of the figures, without its name, which is private. */
function machine() {
  const [cpu] = cpus();
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / BYTES_PER_GB),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.versions.node,
  };
}
