import { mkdir, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { stopSignal } from '../../../infra/local/shutdown.ts';
import { auditBench } from './audit.ts';
import {
  type Bench,
  type BenchContext,
  BenchRefusal,
  type BenchReport,
  type Comparison,
} from './bench.ts';
import { type Command, commandOf } from './command.ts';
import { devBench } from './dev.ts';
import { digestBench } from './digest.ts';
import { flowsBench } from './flows.ts';
import { functionsBench } from './functions.ts';
import { hostileBench } from './hostile.ts';
import { ledgerBench } from './ledger.ts';
import { peersBench } from './peers.ts';
import { scaleBench } from './scale.ts';
import { siteBench } from './site.ts';
import { markdownOf, type Table } from './table.ts';

/** A bench that takes longer hangs, or its machine is too busy for measurements. */
const BENCH_TIMEOUT_MS = 40 * 60_000;
/** The shells' exit code for a process that SIGINT ended: 128 and the signal's number. */
const EXIT_INTERRUPTED = 130;
/** The exit code for arguments that make no sense. */
const EXIT_USAGE = 2;
const BYTES_PER_GB = 1024 ** 3;

/** All benches, by name. */
const benches: Readonly<Record<string, Bench>> = {
  site: siteBench,
  dev: devBench,
  peers: peersBench,
  ledger: ledgerBench,
  audit: auditBench,
  functions: functionsBench,
  flows: flowsBench,
  digest: digestBench,
  scale: scaleBench,
  hostile: hostileBench,
};

const print = (text: string) => void process.stdout.write(`${text}\n`);
const say = (line: string) => void process.stderr.write(`${line}\n`);

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  const stop = stopSignal(process, Date.now, () => process.exit(EXIT_INTERRUPTED));
  try {
    const command = commandOf(args, benches);
    if (command.kind === 'help') print(command.text);
    else {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(BENCH_TIMEOUT_MS)]);
      await (command.kind === 'all' ? runAll(command, signal) : run(command, signal));
    }
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return EXIT_INTERRUPTED;
    const isRefusal = error instanceof BenchRefusal;
    say(error instanceof Error && !isRefusal ? (error.stack ?? error.message) : messageOf(error));
    return isRefusal ? EXIT_USAGE : 1;
  }
}

async function run(
  { name, run: measure, json }: Extract<Command, { kind: 'bench' }>,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = new Date().toISOString();
  const { tables, figures } = await measure(contextOf(signal));
  print(`# ${name}\n\n${circumstances(startedAt)}`);
  for (const table of tables) print(`\n${markdownOf(table)}`);
  if (json !== undefined) await writeJson(json, { bench: name, startedAt, ...figures });
}

/** Runs all benches one after the other, and shows all comparisons in one table. */
async function runAll(
  { runs, json }: Extract<Command, { kind: 'all' }>,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = new Date().toISOString();
  const found: { readonly name: string; readonly report: BenchReport }[] = [];
  for (const { name, run: measure } of runs) {
    say(`${name} …`);
    found.push({ name, report: await measure(contextOf(signal)) });
  }
  const comparisons = found.flatMap(({ report }) => report.comparisons);
  print(`# bench\n\n${circumstances(startedAt)}\n\n${markdownOf(comparisonTable(comparisons))}`);
  const figures = Object.fromEntries(found.map(({ name, report }) => [name, report.figures]));
  await writeJson(json, { startedAt, comparisons, ...figures });
}

/** All comparisons, a line each. */
function comparisonTable(comparisons: readonly Comparison[]): Table {
  return {
    title: 'Beside a reference in the same run',
    columns: ['what', 'unit', 'here', 'reference', 'there', 'ratio', 'goal'],
    rows: comparisons.map(({ what, unit, value, reference, referenceValue, ratio, goal }) => [
      ...[what, unit, value, reference, referenceValue, ratio, goal],
    ]),
    notes: [],
  };
}

function contextOf(signal: AbortSignal): BenchContext {
  return { signal, clock: () => performance.now(), say };
}

/** The time and the machine of a measurement. */
function circumstances(startedAt: string): string {
  const { cores, cpu, memoryGb, system, node } = machine();
  return `${startedAt.slice(0, 10)}; ${cores} × ${cpu}, ${memoryGb} GB, ${system}, Node ${node}`;
}

async function writeJson(file: string, report: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ machine: machine(), ...report }, undefined, 2)}\n`);
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
