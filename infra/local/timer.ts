/** Calls back once after so many milliseconds, unless it is cancelled through what it returns. */
export type Timer = (callback: () => void, delayMs: number) => () => void;

export const systemTimer: Timer = (callback, delayMs) => {
  const timeout = setTimeout(callback, delayMs);
  return () => clearTimeout(timeout);
};
