import type { Timer } from './timer.ts';

/** Ends one part of the product. */
export type Closer = () => void | Promise<void>;

/** How long the parts may take to end, before the process ends without them. */
const CLOSE_TIMEOUT_MS = 9_000;

/**
 * Ends parts in the reverse order of their start. One that fails does not keep the others from
 * ending.
 *
 * @param closers the parts in the order of their start; they are taken out, so that none ends twice
 * @throws {AggregateError} of what failed, or of an error that says that they took too long
 */
export async function closeAll(closers: Closer[], timer: Timer): Promise<void> {
  const failures: unknown[] = [];
  const late = Promise.withResolvers<'late'>();
  const cancel = timer(() => late.resolve('late'), CLOSE_TIMEOUT_MS);
  const outcome = await Promise.race([closeEach(closers, failures), late.promise]);
  cancel();
  if (outcome === 'late') {
    failures.push(new Error(`A part did not end within ${CLOSE_TIMEOUT_MS / 1_000} seconds.`));
  }
  if (failures.length > 0) throw new AggregateError(failures);
}

/** Ends parts that may end in any order, all at once. */
export function together(closers: readonly Closer[]): Closer {
  return async () => {
    const outcomes = await Promise.allSettled(closers.map(async (close) => close()));
    const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures);
  };
}

async function closeEach(closers: Closer[], failures: unknown[]): Promise<void> {
  for (const close of closers.splice(0).toReversed()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
}
