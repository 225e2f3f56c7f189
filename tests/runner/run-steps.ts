import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { countsOfProgram, countsOfTests, type StepResult } from './counts.ts';
import { testsOf } from './report.ts';
import type { Step } from './steps.ts';
import { isAll } from './tier.ts';

/** A program that takes longer hangs. */
const timeoutMs = () => (isAll() ? 90 : 15) * 60_000;

/** The end of a program, and its output unless that was shown while it ran. */
interface Ended {
  readonly exitCode: number;
  readonly output: string;
}

type Run = (
  command: readonly string[],
  options: { readonly isShown: boolean; readonly report?: string },
) => Promise<Ended>;

/**
 * Runs steps one after the other. Neighbours of one core each run at the same time; their output is
 * stored and written in the order of the steps.
 *
 * @param folder the folder of the programs and reports
 */
export async function runSteps(
  steps: readonly Step[],
  folder: string,
  write: (text: string) => void,
): Promise<readonly StepResult[]> {
  const run: Run = (command, options) => runProgram(command, { ...options, folder });
  const prepare = preparer(run);
  const results: StepResult[] = [];
  for (const batch of batchesOf(steps)) {
    const isShown = batch.length === 1;
    const runs = batch.map(async (step) => {
      const head = `\n── ${step.name}: ${step.about}\n`;
      if (isShown) write(head);
      const startedMs = performance.now();
      const { output, ...counts } = await runStep(step, folder, { run, prepare, isShown });
      const seconds = (performance.now() - startedMs) / 1_000;
      return {
        text: isShown ? output : head + output,
        result: { name: step.name, seconds, ...counts },
      };
    });
    for (const one of runs) {
      const { text, result } = await one;
      write(text);
      results.push(result);
    }
  }
  return results;
}

function batchesOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const batches: Step[][] = [];
  for (const step of steps) {
    const last = batches.at(-1);
    if (step.usesOneCore && last?.[0]?.usesOneCore) last.push(step);
    else batches.push([step]);
  }
  return batches;
}

/** Runs a preparation of several steps once, however many wait for it. */
function preparer(run: Run): (command: readonly string[]) => Promise<Ended> {
  const prepared = new Map<readonly string[], Promise<Ended>>();
  return (command) => {
    const ended = prepared.get(command) ?? run(command, { isShown: false });
    prepared.set(command, ended);
    return ended;
  };
}

async function runStep(
  { command, needs, report }: Step,
  folder: string,
  {
    run,
    prepare,
    isShown,
  }: {
    readonly run: Run;
    readonly prepare: ReturnType<typeof preparer>;
    readonly isShown: boolean;
  },
) {
  const path = report && join(folder, report);
  // The counts of an earlier run must not count for a step that fails before it counts.
  if (path) rmSync(path, { force: true });
  const prepared = needs && (await prepare(needs));
  const isReady = prepared === undefined || prepared.exitCode === 0;
  const { exitCode, output } = isReady
    ? await run(command, { isShown, ...(path ? { report: path } : {}) })
    : prepared;
  if (path === undefined) return { output, tests: [], ...countsOfProgram(exitCode) };
  const tests = existsSync(path)
    ? testsOf(JSON.parse(readFileSync(path, 'utf8')), folder)
    : undefined;
  return { output, tests: tests ?? [], ...countsOfTests(tests, exitCode) };
}

async function runProgram(
  command: readonly string[],
  { folder, isShown, report }: Parameters<Run>[1] & { readonly folder: string },
): Promise<Ended> {
  const stream = isShown ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: {
      ...process.env,
      ASTRO_TELEMETRY_DISABLED: '1',
      ...(report ? { JOURNEYS_REPORT: report } : {}),
      // A program that writes to a pipe prints no colours by itself.
      ...(!isShown && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    },
    stdio: ['inherit', stream, stream],
    timeout: timeoutMs(),
  });
  let output = '';
  for (const piped of [child.stdout, child.stderr]) {
    piped?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { exitCode: typeof code === 'number' ? code : 1, output };
}
