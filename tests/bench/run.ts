import { writeFile } from 'node:fs/promises';
import { stopSignal } from '../../infra/local/stop-signal.ts';
import type { Bench } from './bench.ts';
import { BenchRefusal } from './bench.ts';
import { type Command, commandOf } from './command.ts';
import { ledgerBench } from './ledger.ts';
import { machine } from './machine.ts';
import { scaleBench } from './scale.ts';
import { siteBench } from './site.ts';
import { markdownOf } from './table.ts';

/** A bench that takes longer hangs, or measures on a machine that is too busy to be measured. */
const BENCH_TIMEOUT_MS = 40 * 60_000;
/** What shells report for a process that SIGINT ended: 128 and the signal's number. */
const EXIT_INTERRUPTED = 130;
/** What was asked for makes no sense. */
const EXIT_USAGE = 2;

/** Everything that can be measured, by name. */
const benches: Readonly<Record<string, Bench>> = {
  site: siteBench,
  ledger: ledgerBench,
  scale: scaleBench,
};

const print = (text: string) => void process.stdout.write(`${text}\n`);
const say = (line: string) => void process.stderr.write(`${line}\n`);

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  const stop = stopSignal(process, Date.now, () => process.exit(EXIT_INTERRUPTED));
  try {
    const command = commandOf(args, benches);
    if (command.kind === 'help') print(command.text);
    else await run(command, AbortSignal.any([stop.signal, AbortSignal.timeout(BENCH_TIMEOUT_MS)]));
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
  const { tables, figures } = await measure({ signal, clock: () => performance.now(), say });
  const place = machine();
  print(
    `# ${name}\n\n${startedAt.slice(0, 10)}; ${place.cores} × ${place.cpu}, ${place.memoryGb} GB, ${place.system}, Node ${place.node}`,
  );
  for (const table of tables) print(`\n${markdownOf(table)}`);
  if (json === undefined) return;
  const report = { bench: name, startedAt, machine: place, ...figures };
  await writeFile(json, `${JSON.stringify(report, undefined, 2)}\n`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
