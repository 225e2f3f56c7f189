import { readdirSync, readFileSync } from 'node:fs';

const BYTES_PER_KB = 1024;
/** The unit of times in `/proc`, which Linux fixes for every machine that Node runs on. */
const TICKS_PER_SECOND = 100;
/** More processes than this are not a build. */
const MAX_PROCESSES = 1_000;
/** Where the times of a process and of its children that ended lie, after the name in `stat`. */
const TIMES = { first: 11, count: 4 } as const;

/** What a process and all that it started have cost so far. */
export interface ProcessCosts {
  /**
   * The sum of their resident sets; what they share counts more than once. At least the most that
   * the first one held at any time, which the system keeps by itself.
   */
  readonly memoryBytes: number;
  /** The time of all processors in them and for them. */
  readonly cpuSeconds: number;
}

/**
 * Looks at a process and all that it started.
 *
 * @returns `undefined` when it has ended, and where the system has no `/proc`, as on macOS
 * Source: `man 5 proc`, the files `status`, `stat` and `task/<tid>/children`.
 */
export function costsOf(pid: number): ProcessCosts | undefined {
  const highest = sizeOf(pid, 'VmHWM');
  if (highest === undefined) return undefined;
  const pids = [pid];
  // The list grows while it is walked.
  for (const parent of pids) {
    if (pids.length < MAX_PROCESSES) pids.push(...childrenOf(parent));
  }
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  const resident = sum(pids.map((one) => sizeOf(one, 'VmRSS') ?? 0));
  return {
    memoryBytes: Math.max(resident, highest),
    cpuSeconds: sum(pids.map(ticksOf)) / TICKS_PER_SECOND,
  };
}

function sizeOf(pid: number, name: string): number | undefined {
  const status = readOrNothing(`/proc/${pid}/status`);
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * BYTES_PER_KB;
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

/** A process may end between two looks at it. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
