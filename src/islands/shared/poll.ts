/**
 * Asks until the answer is final, or until nobody waits any more.
 * @param pauseMs returns how long to wait before the next request, in milliseconds, or `undefined`
 *   to stop; `attempt` counts the repetitions from 0
 * @returns the last answer
 */
export async function poll<Answer>(
  ask: () => Promise<Answer>,
  pauseMs: (answer: Answer, attempt: number) => number | undefined,
  { wait, signal }: PollPorts,
): Promise<Answer> {
  let answer = await ask();
  for (let attempt = 0; ; attempt += 1) {
    const ms = pauseMs(answer, attempt);
    if (ms === undefined) return answer;
    await wait(ms, signal);
    if (signal.aborted) return answer;
    answer = await ask();
  }
}

export interface PollPorts {
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Ends the polling. */
  readonly signal: AbortSignal;
}

/** Waits for some milliseconds, or until the signal aborts, which the caller can ask the signal. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
