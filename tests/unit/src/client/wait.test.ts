import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { wait } from '../../../../src/client/wait.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('ends when the time is over', async () => {
  const waiting = wait(1_000, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(waiting).resolves.toBeUndefined();
});

it('ends at once when it is called off, and leaves no timer behind', async () => {
  const calling = new AbortController();
  const waiting = wait(1_000, calling.signal);
  calling.abort();
  await expect(waiting).resolves.toBeUndefined();
  await expect(wait(1_000, calling.signal)).resolves.toBeUndefined();
  expect(vi.getTimerCount()).toBe(0);
});
