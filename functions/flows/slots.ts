import type { Timer } from './timer.ts';

/** Places for work that takes a processor, so that many runs at once don't stop one another. */
export interface Slots {
  /**
   * Does work once there is a place for it, and gives the place on afterwards.
   *
   * @param owner takes turns with the other owners who wait, whoever of them came first
   * @param waitMs how long to wait for a place at most
   * @returns what the work gives; nothing when there was no place in time, or too many wait
   * @throws whatever the work throws
   */
  run<Value>(
    owner: string,
    waitMs: number,
    work: () => Promise<Value>,
  ): Promise<{ readonly value: Value } | undefined>;
}

interface Waiting {
  readonly owner: string;
  readonly begin: (hasPlace: boolean) => void;
}

/**
 * Makes as many places as there are.
 *
 * @param maxWaiting how many may wait, before more are turned away at once: each has its input in
 *   memory
 */
export function makeSlots(places: number, maxWaiting: number, timer: Timer): Slots {
  let free = places;
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

/** The first who waits and is not the owner of the last turn; the first of all where that is all. */
function nextOf(waiting: readonly Waiting[], lastOwner: string): Waiting | undefined {
  return waiting.find(({ owner }) => owner !== lastOwner) ?? waiting[0];
}
