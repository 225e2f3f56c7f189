/** Less processor time than this says nothing, in milliseconds. */
const NOISE_MS = 4;

const TRIES = 4;
const ROUNDS = 5;

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
 * How many times as long a reader takes when its input doubles, and doubles again: the greater of the
 * two. Linear work gives 2, the square 4. The best of some tries counts for each size, because garbage
 * may be collected in any of them, and the least of some rounds, because the machine may change its
 * speed within one. The square exceeds the limit in each round.
 */
export function growthFactor(read: (size: number) => () => unknown, size: number): number {
  const works = [1, 2, 4].map((times) => read(size * times));
  return Math.min(...Array.from({ length: ROUNDS }, () => factorOf(works)));
}

function factorOf(works: readonly (() => unknown)[]): number {
  const [once = 0, twice = 0, fourTimes = 0] = works.map((work) => {
    const tries = Array.from({ length: TRIES }, () => processorMs(work));
    return Math.max(NOISE_MS, Math.min(...tries));
  });
  return Math.max(twice / once, fourTimes / twice);
}

/** Above this, work grows faster than its input. */
export const MAX_GROWTH_FACTOR = 3.3;
