import { describe, expect, test } from 'vitest';
import type { ScheduledHandler } from '../../../../functions/callers/for-schedule.ts';
import { runSchedules } from '../../../../infra/local/schedules.ts';

/** A schedule whose timers and runs go on when the test says so. */
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
    handlers: new Map([['a', handler]]),
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

/** Lets everything happen that waits for nothing but its turn. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a schedule', () => {
  test('runs first after its time, and again as long after the end of each run', async () => {
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

  test('goes on after a run that failed', async () => {
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

  test('that is stopped in a run waits for its end and plans no other', async () => {
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
