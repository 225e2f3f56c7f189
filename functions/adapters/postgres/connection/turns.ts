import { AsyncLocalStorage } from 'node:async_hooks';

const callers = new AsyncLocalStorage<string>();

/**
 * Does work as a caller. Later steps that the work awaits belong to that caller as well.
 * @param caller any text that tells callers apart
 */
export function asCaller<Value>(caller: string, work: () => Value): Value {
  return callers.run(caller, work);
}

/** A lock whose callers take turns, so that a caller with many calls delays no other. */
export function makeTurns() {
  /** The waiting work, by caller; the callers are in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  let isTaken = false;
  return {
    /** Resolves when it is the caller's turn. Within a caller, who came first goes first. */
    take: async (): Promise<void> => {
      if (isTaken) await new Promise<void>((begin) => queueOf(waiting).push(begin));
      isTaken = true;
    },
    /** Ends the turn, and begins that of the next caller. */
    pass: (): void => {
      const [first] = waiting;
      if (!first) {
        isTaken = false;
        return;
      }
      const [caller, queue] = first;
      const begin = queue.shift();
      waiting.delete(caller);
      if (queue.length > 0) waiting.set(caller, queue);
      begin?.();
    },
  };
}

function queueOf(waiting: Map<string, (() => void)[]>): (() => void)[] {
  const caller = callers.getStore() ?? '';
  const queue = waiting.get(caller) ?? [];
  waiting.set(caller, queue);
  return queue;
}
