import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stopSignal } from '../../../infra/local/shutdown.ts';
import { projectRoot } from '../../support/site-copy.ts';
import { copyWorkingTree } from '../project-copy.ts';
import { areas } from './bugs.ts';
import { type Area, type PlantedBug, testsOf, withBug } from './planted-bug.ts';
import { runTests } from './test-run.ts';

/** The shells' exit code for a process that SIGINT ended: 128 and the signal's number. */
const EXIT_INTERRUPTED = 130;
/** The exit code for arguments that make no sense. */
const EXIT_USAGE = 2;

const help = `Plants one bug after the other in a copy of the project, and runs the tests that ought to catch it.

  npm run planted                    all bugs
  npm run planted -- --area ledger   those of one area: ${areas.map(({ name }) => name).join(', ')}
  npm run planted -- --only 7        the one with this number
  npm run planted -- --list          lists the bugs, and plants none

It fails when a bug is not caught, or when the source has changed and it cannot be planted.`;

/** A bug, and its number in the list. */
interface Numbered {
  readonly number: number;
  readonly area: Area;
  readonly bug: PlantedBug;
}

/** The result for a bug. `not tested`: a file does not load, or a test ran out of time. */
interface Outcome {
  readonly kind: 'caught' | 'not caught' | 'not planted' | 'not tested';
  /** The file that caught it, or the obstacle. */
  readonly detail: string;
}

const all: readonly Numbered[] = areas
  .flatMap((area) => area.bugs.map((bug) => ({ area, bug })))
  .map((one, index) => ({ ...one, number: index + 1 }));

const print = (text: string) => void process.stdout.write(`${text}\n`);

const stop = stopSignal(process, Date.now, () => process.exit(EXIT_INTERRUPTED));

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (stop.signal.aborted) return EXIT_INTERRUPTED;
  throw error;
});

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    process.stderr.write(`${options} See npm run planted -- --help.\n`);
    return EXIT_USAGE;
  }
  const { chosen, isHelp, isList } = options;
  if (!isHelp && !isList) return withProjectCopy((folder) => plantAll(folder, chosen));
  print(isHelp ? help : chosen.map(titleOf).join('\n'));
  return 0;
}

/** The meaning of the arguments; a sentence when they make no sense. */
function readOptions(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        area: { type: 'string' },
        only: { type: 'string' },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const { area: areaName, only, list: isList, help: isHelp } = values;
    const chosen = all
      .filter(({ area }) => areaName === undefined || area.name === areaName)
      .filter(({ number }) => only === undefined || String(number) === only);
    return chosen.length > 0 ? { chosen, isHelp, isList } : 'There is no such bug.';
  } catch (error) {
    if (error instanceof TypeError) return `${error.message.replace(/\.$/, '')}.`;
    throw error;
  }
}

/** Passes a copy of the working tree to `work`, and removes it afterwards. */
async function withProjectCopy(work: (folder: string) => Promise<number>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-planted-'));
  try {
    await copyWorkingTree(folder, stop.signal);
    // With one link for all packages, Vitest would write its caches into the project's folder.
    const [from, to] = [join(projectRoot, 'node_modules'), join(folder, 'node_modules')];
    await mkdir(to);
    for (const name of await readdir(from)) {
      if (name === '.bin' || !name.startsWith('.')) await symlink(join(from, name), join(to, name));
    }
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function plantAll(folder: string, chosen: readonly Numbered[]): Promise<number> {
  if (!(await passesWithoutBug(folder, chosen))) return 1;
  const counts = { caught: 0, 'not caught': 0, 'not planted': 0, 'not tested': 0 };
  for (const one of chosen) {
    const startedAtMs = Date.now();
    const { kind, detail } = await plant(folder, one);
    const seconds = ((Date.now() - startedAtMs) / 1_000).toFixed(1);
    counts[kind] += 1;
    print(`${titleOf(one)}: ${kind}, ${seconds} s, ${detail}`);
  }
  const sums = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
  print(`\n${chosen.length} bugs: ${sums.join(', ')}`);
  return counts.caught === chosen.length ? 0 : 1;
}

/** Whether the tests of each area pass without a bug: a test that fails anyway proves nothing. */
async function passesWithoutBug(folder: string, chosen: readonly Numbered[]): Promise<boolean> {
  for (const [name, bugs] of Map.groupBy(chosen, ({ area }) => area.name)) {
    print(`     ${name} without a bug …`);
    const tests = new Set(bugs.flatMap(({ area, bug }) => testsOf(area, bug)));
    const run = await runTests(folder, [...tests], stop.signal);
    if (run.kind === 'passed') continue;
    print(`The tests of ${name} fail without a bug: mend them first.\n${run.detail}`);
    return false;
  }
  return true;
}

async function plant(folder: string, { area, bug }: Numbered): Promise<Outcome> {
  const file = join(folder, bug.file);
  const text = await readFile(file, 'utf8').catch(() => '');
  const changed = withBug(text, bug);
  if (changed === undefined) {
    return { kind: 'not planted', detail: `its text is not exactly once in ${bug.file}` };
  }
  await writeFile(file, changed);
  const tests = testsOf(area, bug);
  const run = await runTests(folder, tests, stop.signal);
  await writeFile(file, text);
  if (run.kind === 'passed') return { kind: 'not caught', detail: `by ${tests.join(', ')}` };
  return { kind: run.kind === 'failed' ? 'caught' : 'not tested', detail: run.detail };
}

function titleOf({ number, area, bug }: Numbered): string {
  return `${String(number).padStart(3)}  ${area.name}: ${bug.name}`;
}
