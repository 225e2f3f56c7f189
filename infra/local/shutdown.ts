import type { Timer } from '../../functions/flows/timer.ts';

/** Signals within this time are one Ctrl-C: below npm a process gets it twice. */
const SAME_PRESS_MS = 500;
const PARENT_CHECK_MS = 1_000;
/** How long all parts together may take to stop. */
const SHUTDOWN_TIMEOUT_MS = 9_000;

export type Closer = () => void | Promise<void>;

/** Turns SIGINT and SIGTERM into an abort; a second signal exits at once. */
export function stopSignal(
  source: { on(event: 'SIGINT' | 'SIGTERM', listener: () => void): unknown },
  clockMs: () => number,
  exitAtOnce: () => void,
): AbortController {
  const stop = new AbortController();
  let firstAtMs: number | undefined;
  const onSignal = () => {
    if (firstAtMs === undefined) {
      firstAtMs = clockMs();
      stop.abort();
    } else if (clockMs() - firstAtMs >= SAME_PRESS_MS) {
      exitAtOnce();
    }
  };
  source.on('SIGINT', onSignal);
  source.on('SIGTERM', onSignal);
  return stop;
}

/** Calls back when the parent process is gone, as when npm was killed by SIGKILL. */
export function whenOrphaned(parentId: () => number, callback: () => void): void {
  const first = parentId();
  const timer = setInterval(() => {
    if (parentId() === first) return;
    clearInterval(timer);
    callback();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/**
 * Stops parts in the reverse order of their start. A failure does not keep the other parts running.
 * @param closers in the order of start; the list is emptied, so that no part is stopped twice
 * @throws {AggregateError} with all failures, a timeout among them
 */
export async function shutDown(closers: Closer[], timer: Timer): Promise<void> {
  const failures: unknown[] = [];
  const late = Promise.withResolvers<'late'>();
  const cancel = timer(() => late.resolve('late'), SHUTDOWN_TIMEOUT_MS);
  const outcome = await Promise.race([closeInReverse(closers, failures), late.promise]);
  cancel();
  if (outcome === 'late') {
    failures.push(new Error(`A part did not end within ${SHUTDOWN_TIMEOUT_MS / 1_000} seconds.`));
  }
  if (failures.length > 0) throw new AggregateError(failures);
}

/** Combines parts that may stop in any order into one, which stops them all at once. */
export function inParallel(closers: readonly Closer[]): Closer {
  return async () => {
    const outcomes = await Promise.allSettled(closers.map(async (close) => close()));
    const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (failures.length > 0) throw new AggregateError(failures);
  };
}

async function closeInReverse(closers: Closer[], failures: unknown[]): Promise<void> {
  for (const close of closers.splice(0).toReversed()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
}
