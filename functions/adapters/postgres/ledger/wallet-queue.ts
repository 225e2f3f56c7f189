import { ContentionError } from '../connection/errors.ts';

/** How many commands may wait for one wallet in this process. Further ones are refused. */
const MAX_WAITING = 2_000;

interface Queue {
  waiting: number;
  last: Promise<unknown>;
}

const queues = new Map<string, Queue>();

/**
 * A mutex per wallet, or per other row: runs work after all earlier work of this process for it. The
 * database would also keep these writers apart, by conflicts and retries on many connections. In a
 * queue they need one connection, and leave the others to other wallets.
 * @throws ContentionError when `MAX_WAITING` commands wait already; errors of the work pass unchanged
 */
export async function walletQueue<T>(walletId: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(walletId) ?? { waiting: 0, last: Promise.resolve() };
  if (queue.waiting >= MAX_WAITING) throw new ContentionError(0, {});
  queues.set(walletId, queue);
  queue.waiting += 1;
  const mine = queue.last.then(work);
  queue.last = mine.catch(() => undefined);
  try {
    return await mine;
  } finally {
    queue.waiting -= 1;
    if (queue.waiting === 0) queues.delete(walletId);
  }
}
