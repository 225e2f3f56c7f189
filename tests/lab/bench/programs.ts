import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** How much of the end of a program's output an error shows. */
const MAX_KEPT_CHARACTERS = 4_000;
/** How often its costs are read; it misses those after the last reading. */
const SAMPLE_MS = 50;
const BYTES_PER_KB = 1024;
/** The unit of times in `/proc`, which Linux fixes for every machine that Node runs on. */
const TICKS_PER_SECOND = 100;
/** A build has fewer processes. */
const MAX_PROCESSES = 1_000;
/** The fields after the name in `stat` with the times of a process and of its ended children. */
const TIMES = { first: 11, count: 4 } as const;

export interface Program {
  /** A script for this Node, and its arguments. */
  readonly args: readonly string[];
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export interface Child {
  readonly process: ChildProcess;
  /** The end of its output so far. */
  readonly output: () => string;
  /** Resolves when it has ended, with its exit code; `null` when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Ends it and all its child processes. */
  readonly kill: () => void;
}

/**
 * Starts a program in a process group of its own, so that all of it can be ended.
 *
 * @param signal ends it
 */
export function startChild({ args, folder, variables }: Program, signal: AbortSignal): Child {
  signal.throwIfAborted();
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-MAX_KEPT_CHARACTERS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const kill = () => {
    const { pid, exitCode, signalCode } = child;
    if (pid !== undefined && exitCode === null && signalCode === null)
      process.kill(-pid, 'SIGKILL');
  };
  signal.addEventListener('abort', kill);
  const ended = once(child, 'close').then(([code]) => {
    signal.removeEventListener('abort', kill);
    return typeof code === 'number' ? code : null;
  });
  return { process: child, output: () => output, ended, kill };
}

/** The costs of a program; `NaN` where the system has no `/proc`, as macOS. */
export interface Cost {
  readonly seconds: number;
  /** Processor time; on a busy machine it is steadier than the time of the clock. */
  readonly cpuSeconds: number;
  /** The most memory of it and all its child processes at a time. */
  readonly peakBytes: number;
}

/**
 * Runs a program to its end and returns its costs.
 *
 * @throws {Error} with the end of its output, when it fails or takes too long
 * @throws the signal's reason, when it is aborted
 */
export async function measureProgram(
  program: Program,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Cost> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const startedMs = performance.now();
  const child = startChild(program, AbortSignal.any([signal, timeout]));
  let costs: Omit<Cost, 'seconds'> = { cpuSeconds: Number.NaN, peakBytes: Number.NaN };
  const timer = setInterval(() => {
    const seen = costsOf(child.process.pid ?? 0);
    if (seen) costs = { ...seen, peakBytes: Math.max(seen.peakBytes, costs.peakBytes || 0) };
  }, SAMPLE_MS);
  const code = await child.ended;
  clearInterval(timer);
  signal.throwIfAborted();
  if (timeout.aborted) throw new Error(`${child.output()}\nIt took more than ${timeoutMs} ms.`);
  if (code !== 0) throw new Error(`${child.output()}\nIt failed.`);
  return { seconds: (performance.now() - startedMs) / 1000, ...costs };
}

/**
 * Reads the costs of a process and all its child processes so far. The sum of their resident sets
 * counts shared memory more than once.
 *
 * @returns `undefined` when it has ended, and where the system has no `/proc`
 * Source: `man 5 proc`, the files `status`, `stat` and `task/<tid>/children`.
 */
export function costsOf(pid: number): Omit<Cost, 'seconds'> | undefined {
  if (residentBytesOf(pid) === 0) return undefined;
  const pids = [pid];
  // The loop also visits the processes that it adds.
  for (const parent of pids) {
    if (pids.length < MAX_PROCESSES) pids.push(...childrenOf(parent));
  }
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  return {
    peakBytes: sum(pids.map(residentBytesOf)),
    cpuSeconds: sum(pids.map(ticksOf)) / TICKS_PER_SECOND,
  };
}

function residentBytesOf(pid: number): number {
  const status = readOrNothing(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * BYTES_PER_KB;
}

function ticksOf(pid: number): number {
  const [, fields = ''] = readOrNothing(`/proc/${pid}/stat`).split(') ');
  const times = fields.split(' ').slice(TIMES.first, TIMES.first + TIMES.count);
  return times.reduce((sum, ticks) => sum + Number(ticks), 0);
}

function childrenOf(pid: number): readonly number[] {
  return threadsOf(pid).flatMap((thread) =>
    readOrNothing(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** A process may end between two readings. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
