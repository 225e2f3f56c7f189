import { type Program, startChild } from './child.ts';
import { costsOf, type ProcessCosts } from './process-costs.ts';

/** How often its costs are looked at; those after the last look are missed. */
const SAMPLE_MS = 50;

/** What a program took. */
export interface Cost {
  readonly seconds: number;
  /** The processors' time; on a busy machine it says more than the clock. */
  readonly cpuSeconds: number | undefined;
  /** The most memory that it and all that it started held at a time; see `process-costs.ts`. */
  readonly peakBytes: number | undefined;
}

export interface Limits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly clock: () => number;
}

/**
 * Runs a program to its end and says what that took.
 *
 * @throws {Error} with the end of its output, when it fails or takes too long
 * @throws the signal's reason, when it is aborted
 */
export async function measureProgram(program: Program, limits: Limits): Promise<Cost> {
  const { timeoutMs, signal, clock } = limits;
  const timeout = AbortSignal.timeout(timeoutMs);
  const startedMs = clock();
  const child = startChild(program, AbortSignal.any([signal, timeout]));
  let costs: ProcessCosts | undefined;
  const look = () => {
    const seen = child.process.pid === undefined ? undefined : costsOf(child.process.pid);
    if (seen === undefined) return;
    costs = { ...seen, memoryBytes: Math.max(seen.memoryBytes, costs?.memoryBytes ?? 0) };
  };
  const timer = setInterval(look, SAMPLE_MS);
  const code = await child.ended;
  clearInterval(timer);
  signal.throwIfAborted();
  if (timeout.aborted) {
    throw new Error(`${child.output()}\nIt took more than ${timeoutMs / 1000} s, and was ended.`);
  }
  if (code !== 0) throw new Error(`${child.output()}\nIt failed.`);
  return {
    seconds: (clock() - startedMs) / 1000,
    cpuSeconds: costs?.cpuSeconds,
    peakBytes: costs?.memoryBytes,
  };
}
