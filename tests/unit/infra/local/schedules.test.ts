import { describe, expect, test } from 'vitest';
import type { ScheduledHandler } from '../../../../functions/callers/for-schedule.ts';
import { runSchedules } from '../../../../infra/local/schedules.ts';

/** A schedule whose timers and runs are controlled by the test. */
function startSchedule() {
  const timers: { callback: () => void; delayMs: number; cancelled: boolean }[] = [];
  const runs: { id: string; end: () => void; fail: (error: Error) => void }[] = [];
  const handler: ScheduledHandler = ({ id }) => {
    const run = Promise.withResolvers<void>();
    runs.push({ id, end: run.resolve, fail: run.reject });
    return run.promise;
  };
  const stop = runSchedules({
    schedules: [{ file: 'a', everyMinutes: 2 }],
    handlerOf: (file) => (file === 'a' ? handler : undefined),
    makeId: () => `event-${runs.length + 1}`,
    timer: (callback, delayMs) => {
      const timer = { callback, delayMs, cancelled: false };
      timers.push(timer);
      return () => {
        timer.cancelled = true;
      };
    },
  });
  return { timers, runs, stop };
}

/** Resolves when the pending promises have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a schedule', () => {
  test('runs after its interval, which begins again at the end of each run', async () => {
    const { timers, runs } = startSchedule();
    expect(timers).toMatchObject([{ delayMs: 120_000 }]);
    expect(runs).toEqual([]);
    timers[0]?.callback();
    await settle();
    expect(runs).toMatchObject([{ id: 'event-1' }]);
    expect(timers).toHaveLength(1);
    runs[0]?.end();
    await settle();
    expect(timers).toHaveLength(2);
  });

  test('continues after a failed run', async () => {
    const { timers, runs } = startSchedule();
    timers[0]?.callback();
    await settle();
    runs[0]?.fail(new Error('x'));
    await settle();
    expect(timers).toHaveLength(2);
  });

  test('that is stopped while it waits never runs again', async () => {
    const { timers, stop } = startSchedule();
    await stop();
    expect(timers).toMatchObject([{ cancelled: true }]);
  });

  test('that is stopped during a run waits for its end and plans no other', async () => {
    const { timers, runs, stop } = startSchedule();
    timers[0]?.callback();
    await settle();
    let stopped = false;
    const stopping = stop().then(() => {
      stopped = true;
    });
    await settle();
    expect(stopped).toBe(false);
    runs[0]?.end();
    await stopping;
    expect(timers).toHaveLength(1);
  });
});
