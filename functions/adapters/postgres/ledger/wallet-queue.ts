import { ContentionError } from '../connection/errors.ts';

/** Commands that may wait for one wallet in this process, before more are turned away. */
const MAX_WAITING = 2_000;

interface Queue {
  waiting: number;
  last: Promise<unknown>;
}

const queues = new Map<string, Queue>();

/**
 * Runs work after all earlier work of this process under the same name. The database keeps the
 * writers of one wallet apart anyway; but those that would only meet there in a conflict, and try
 * again and again, take turns here instead, on one connection, and leave the others to the rest.
 *
 * @throws ContentionError when too many wait already; whatever the work throws, unchanged
 */
export async function walletQueue<T>(name: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(name) ?? { waiting: 0, last: Promise.resolve() };
  if (queue.waiting >= MAX_WAITING) throw new ContentionError(0, {});
  queues.set(name, queue);
  queue.waiting += 1;
  const mine = queue.last.then(work);
  queue.last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    queue.waiting -= 1;
    if (queue.waiting === 0) queues.delete(name);
  }
}
