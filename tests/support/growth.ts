/** Less processor time than this says nothing, in milliseconds. */
const NOISE_MS = 4;

const TRIES = 4;
const ROUNDS = 5;

/** The longer input is this many times as long as the shorter. */
const TIMES = 16;

/**
 * At this and above, work grows faster than its input. Linear work takes 16 times as long for an input
 * of 16 times the length, the square 256: a factor of four lies between each of them and this.
 */
export const MAX_GROWTH_FACTOR = 64;

/**
 * The time of this thread's processor, in milliseconds: other load on the machine is not in it. Linux
 * may tell it in steps of its clock, such as 4 ms.
 */
export function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * How many times as long a reader takes for an input of 16 times the length. The best of some tries
 * counts for the shorter one, because garbage may be collected in any of them. Another round is made
 * while the limit is exceeded, because the machine may change its speed within one; the square exceeds
 * it in each.
 */
export function growthFactor(read: (size: number) => () => unknown, size: number): number {
  const shorter = read(size);
  const longer = read(size * TIMES);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least >= MAX_GROWTH_FACTOR; round += 1) {
    const once = Math.min(...Array.from({ length: TRIES }, () => processorMs(shorter)));
    least = Math.min(least, processorMs(longer) / Math.max(NOISE_MS, once));
  }
  return least;
}
