import { spawnSync } from 'node:child_process';
import { median } from '../statistics.ts';

/** A start takes a tenth of a second; one of ten hangs. */
const START_TIMEOUT_MS = 10_000;

/** Imports a module and says how many milliseconds the process has run by then. */
const script =
  'const { handler } = await import(process.argv[1]); if (typeof handler !== "function") throw new Error("no handler"); process.stdout.write(String(performance.now()))';

/**
 * How long a fresh process takes until each handler can be called, in milliseconds: the start of
 * Node itself is in it, as in the one that it is compared with. They take turns, so that what else
 * the machine does hits all alike.
 *
 * @param files modules with a `handler`, by name
 * @param runs how often each is started; the median counts
 */
export function startTimes<Name extends string>(
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
