import type { Channel } from 'node:diagnostics_channel';
import type { ScheduledHandler } from '../../functions/callers/for-schedule.ts';
import type { Timer } from '../../functions/flows/timer.ts';
import type { Schedule } from '../../src/contract/schedules.ts';

const MINUTE_MS = 60_000;

interface SchedulesDeps {
  readonly schedules: readonly Schedule[];
  /** The handler of a file, asked for at each run: an edit may have replaced it. */
  readonly handlerOf: (file: string) => ScheduledHandler | undefined;
  readonly makeId: () => string;
  readonly timer: Timer;
  /** The channels whose news make a file run at once, by the file. */
  readonly wakes?: ReadonlyMap<string, Channel>;
}

/**
 * Runs scheduled functions. Each interval begins when the last run ends, so a function never overlaps
 * with itself. A failed run has logged its error, and the schedule continues. News during a run make
 * one more run, because that one may have looked before.
 * @returns stops the schedules and waits for the runs under way
 */
export function runSchedules(deps: SchedulesDeps): () => Promise<void> {
  const stops = deps.schedules.map((schedule) => repeat(schedule, deps));
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

function repeat(
  { file, everyMinutes }: Schedule,
  { handlerOf, makeId, timer, wakes }: SchedulesDeps,
): () => Promise<void> {
  let stopped = false;
  let isRunning = false;
  let isWoken = false;
  let running = Promise.resolve();
  let cancel = plan(everyMinutes * MINUTE_MS);
  function plan(delayMs: number) {
    return timer(() => {
      running = run();
    }, delayMs);
  }
  async function run(): Promise<void> {
    [isRunning, isWoken] = [true, false];
    await handlerOf(file)?.({ id: makeId() }).catch(() => undefined);
    isRunning = false;
    if (!stopped) cancel = plan(isWoken ? 0 : everyMinutes * MINUTE_MS);
  }
  const wake = () => {
    isWoken = true;
    if (isRunning || stopped) return;
    cancel();
    cancel = plan(0);
  };
  const channel = wakes?.get(file);
  channel?.subscribe(wake);
  return async () => {
    stopped = true;
    channel?.unsubscribe(wake);
    cancel();
    await running;
  };
}
