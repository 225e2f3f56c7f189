import { median, percentile } from '../statistics.ts';

/** How often something happened, and how long each took. */
export interface Rate {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A tenth of the calls comes before, and is not counted: it warms up. */
const WARM_UP_SHARE = 0.1;

/** Does something so many times, several at a time, and measures. */
export async function rateOf(
  work: () => Promise<unknown>,
  load: {
    readonly count: number;
    readonly lanes: number;
    readonly clock: () => number;
    readonly signal: AbortSignal;
  },
): Promise<Rate> {
  const { count, lanes, clock, signal } = load;
  const took: number[] = [];
  const times = async (number: number) => {
    let left = number;
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (left > 0) {
          signal.throwIfAborted();
          left -= 1;
          const began = clock();
          await work();
          took.push(clock() - began);
        }
      }),
    );
  };
  await times(Math.ceil(count * WARM_UP_SHARE));
  took.length = 0;
  const began = clock();
  await times(count);
  const perSecond = (count * 1_000) / (clock() - began);
  return { perSecond, p50Ms: median(took), p99Ms: percentile(took, 0.99) };
}
