/** Calls back once after `delayMs` milliseconds. The returned function cancels it. */
export type Timer = (callback: () => void, delayMs: number) => () => void;

export const systemTimer: Timer = (callback, delayMs) => {
  const timeout = setTimeout(callback, delayMs);
  return () => clearTimeout(timeout);
};
