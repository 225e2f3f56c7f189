import { median, percentile } from '../statistics.ts';
import type { Subject } from './subjects.ts';

/** What came of holding and capturing for a while. */
export interface Measured {
  /** Holds that were captured, a second. */
  readonly rate: number;
  /** Milliseconds that a hold and its capture took together. */
  readonly p50: number;
  readonly p99: number;
  /** Milliseconds of the processor that they took in this process. */
  readonly cpuMs: number;
}

export interface Load {
  readonly walletIds: readonly string[];
  /** How many hold and capture at a time, each one after the other. */
  readonly lanes: number;
  readonly durationMs: number;
  readonly clock: () => number;
  /** Milliseconds of the processor that this process has used so far. */
  readonly cpuClock: () => number;
  readonly signal: AbortSignal;
  /** Is in every key, so that none comes twice. */
  readonly name: string;
}

/** Holds a credit and captures it, again and again, going round the wallets. */
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
