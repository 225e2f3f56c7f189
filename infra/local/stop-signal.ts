/** The part of `process` that tells of signals. */
interface SignalSource {
  on(event: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
}

/**
 * One press of Ctrl-C arrives twice below npm: from the terminal, and passed on by npm. What comes
 * within this time of the first is the same press.
 */
const SAME_PRESS_MS = 500;

/**
 * Turns SIGINT and SIGTERM into an abort; a second one ends the process at once.
 *
 * @param clock the time in milliseconds
 * @param endAtOnce ends the process
 */
export function stopSignal(
  source: SignalSource,
  clock: () => number,
  endAtOnce: () => void,
): AbortController {
  const stop = new AbortController();
  let firstAtMs: number | undefined;
  const onSignal = () => {
    if (firstAtMs === undefined) {
      firstAtMs = clock();
      stop.abort();
    } else if (clock() - firstAtMs >= SAME_PRESS_MS) {
      endAtOnce();
    }
  };
  source.on('SIGINT', onSignal);
  source.on('SIGTERM', onSignal);
  return stop;
}

/** How often a process looks whether the one that started it still lives. */
const PARENT_CHECK_MS = 1_000;

/**
 * Calls back when the parent process is gone: npm was killed in a way that it could not pass on,
 * and nobody is left who could stop what it started.
 *
 * @param parent tells the number of the parent process
 */
export function whenOrphaned(parent: () => number, callback: () => void): void {
  const first = parent();
  const timer = setInterval(() => {
    if (parent() === first) return;
    clearInterval(timer);
    callback();
  }, PARENT_CHECK_MS);
  timer.unref();
}
