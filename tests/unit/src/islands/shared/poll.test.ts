import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { poll, wait } from '../../../../../src/islands/shared/poll.ts';

describe('poll', () => {
  it('asks again after each pause, until there is none, and returns the last answer', async () => {
    const pauses: number[] = [];
    let requests = 0;
    const answer = await poll(
      async () => {
        requests += 1;
        return requests;
      },
      (last, attempt) => (last < 3 ? 10 * (attempt + 1) : undefined),
      { wait: async (ms) => void pauses.push(ms), signal: new AbortController().signal },
    );
    expect([answer, pauses]).toEqual([3, [10, 20]]);
  });

  it('does not ask again after an abort', async () => {
    const controller = new AbortController();
    const ask = vi.fn(async () => 'pending');
    const answer = await poll(ask, () => 10, {
      wait: async () => controller.abort(),
      signal: controller.signal,
    });
    expect(answer).toBe('pending');
    expect(ask).toHaveBeenCalledOnce();
  });
});

describe('wait', () => {
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

  it('ends at once on an abort, and leaves no timer behind', async () => {
    const controller = new AbortController();
    const waiting = wait(1_000, controller.signal);
    controller.abort();
    await expect(waiting).resolves.toBeUndefined();
    await expect(wait(1_000, controller.signal)).resolves.toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
