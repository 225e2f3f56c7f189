import { median, percentile } from '../statistics.ts';
import type { Subject } from './subjects.ts';

/** The result of holding and capturing for a while. */
export interface Measured {
  /** Captured holds a second. */
  readonly rate: number;
  /** The time of a hold and its capture together, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** The processor time of both in this process, in milliseconds. */
  readonly cpuMs: number;
}

export interface Load {
  readonly walletIds: readonly string[];
  /** How many lanes hold and capture, each one command after the other. */
  readonly lanes: number;
  readonly durationMs: number;
  readonly clock: () => number;
  /** The processor time of this process so far, in milliseconds. */
  readonly cpuClock: () => number;
  readonly signal: AbortSignal;
  /** A part of every key, so that no key comes twice. */
  readonly name: string;
}

/** Holds a credit and captures it, again and again, on one wallet after the other. */
export async function measureLoad(subject: Subject, load: Load): Promise<Measured> {
  const { walletIds, lanes, durationMs, clock, cpuClock, signal, name } = load;
  const took: number[] = [];
  let count = 0;
  const [startedMs, startedCpuMs] = [clock(), cpuClock()];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (clock() - startedMs < durationMs) {
        signal.throwIfAborted();
        const walletId = walletIds[count % walletIds.length] ?? '';
        count += 1;
        const key = `${name}-${count}`;
        const beganMs = clock();
        const holdId = await subject.hold(walletId, `${key}-hold`, new Date());
        await subject.capture(holdId, `${key}-capture`, new Date());
        took.push(clock() - beganMs);
      }
    }),
  );
  const rate = (took.length * 1_000) / (clock() - startedMs);
  const cpuMs = (cpuClock() - startedCpuMs) / took.length;
  return { rate, p50: median(took), p99: percentile(took, 0.99), cpuMs };
}
