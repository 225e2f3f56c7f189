import type { Timer } from './timer.ts';

/** Limits how many runs work at once, of all and of each owner. */
export interface Slots {
  /**
   * Does work in a slot: waits until one is free, and frees it afterwards.
   * @param owner owners who wait take turns, so an owner with many runs delays no other; when too many
   *   wait, the owner with the most gives way to one with fewer
   * @param waitMs how long to wait for a slot at most, in milliseconds
   * @returns the value of the work; undefined when no slot was free in time, or too many wait
   * @throws the errors of the work
   */
  run<Value>(
    owner: string,
    waitMs: number,
    work: () => Promise<Value>,
  ): Promise<{ readonly value: Value } | undefined>;
}

interface Waiting {
  readonly owner: string;
  readonly begin: (hasSlot: boolean) => void;
}

interface Limits {
  /** How many runs work at once. */
  readonly count: number;
  /** How many of them one owner may have. */
  readonly perOwner: number;
  /** How many calls may wait: each keeps its input in memory. */
  readonly maxWaiting: number;
}

export function makeSlots({ count, perOwner, maxWaiting }: Limits, timer: Timer): Slots {
  let waiting: readonly Waiting[] = [];
  /** The owners of the taken slots. */
  let working: readonly string[] = [];
  const mayBegin = (owner: string) =>
    working.length < count && working.filter((one) => one === owner).length < perOwner;

  const leave = (owner: string) => {
    working = working.toSpliced(working.indexOf(owner), 1);
    const able = waiting.filter((one) => mayBegin(one.owner));
    const next = able.find((one) => one.owner !== owner) ?? able[0];
    if (!next) return;
    waiting = waiting.filter((one) => one !== next);
    working = [...working, next.owner];
    next.begin(true);
  };

  const enter = (owner: string, waitMs: number): Promise<boolean> | boolean => {
    if (mayBegin(owner)) {
      working = [...working, owner];
      return true;
    }
    if (waiting.length >= maxWaiting) {
      const displaced = displacedBy(owner, waiting);
      if (!displaced) return false;
      waiting = waiting.filter((one) => one !== displaced);
      displaced.begin(false);
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const mine = { owner, begin: resolve };
    waiting = [...waiting, mine];
    const cancel = timer(() => {
      waiting = waiting.filter((one) => one !== mine);
      resolve(false);
    }, waitMs);
    return promise.finally(cancel);
  };

  return {
    async run(owner, waitMs, work) {
      if (!(await enter(owner, waitMs))) return undefined;
      try {
        return { value: await work() };
      } finally {
        leave(owner);
      }
    },
  };
}

/** The last call of the owner who waits with the most, when that is more than `owner` will have. */
function displacedBy(owner: string, waiting: readonly Waiting[]): Waiting | undefined {
  const countOf = (name: string) => waiting.filter((one) => one.owner === name).length;
  const [most] = waiting.toSorted((a, b) => countOf(b.owner) - countOf(a.owner));
  if (!most || countOf(most.owner) <= countOf(owner) + 1) return undefined;
  return waiting.findLast((one) => one.owner === most.owner);
}
