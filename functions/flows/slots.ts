import type { Timer } from './timer.ts';

/** Limits how many runs work at once, each on a processor. */
export interface Slots {
  /**
   * Does work in a slot: waits until one is free, and frees it afterwards.
   *
   * @param owner owners who wait take turns, so an owner with many runs delays no other
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

/** @param maxWaiting how many calls may wait: each keeps its input in memory */
export function makeSlots(count: number, maxWaiting: number, timer: Timer): Slots {
  let free = count;
  let waiting: readonly Waiting[] = [];
  let lastOwner = '';

  const leave = () => {
    const next = nextOf(waiting, lastOwner);
    if (!next) {
      free += 1;
      return;
    }
    waiting = waiting.filter((one) => one !== next);
    lastOwner = next.owner;
    next.begin(true);
  };

  const enter = (owner: string, waitMs: number): Promise<boolean> | boolean => {
    if (free > 0) {
      free -= 1;
      lastOwner = owner;
      return true;
    }
    if (waiting.length >= maxWaiting) return false;
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
        leave();
      }
    },
  };
}

/** The first of another owner than the last one; otherwise the first of all. */
function nextOf(waiting: readonly Waiting[], lastOwner: string): Waiting | undefined {
  return waiting.find(({ owner }) => owner !== lastOwner) ?? waiting[0];
}
