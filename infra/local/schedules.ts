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
}

/**
 * Runs scheduled functions. Each interval begins when the last run ends, so a function never overlaps
 * with itself. A failed run has logged its error, and the schedule continues.
 *
 * @returns stops the schedules and waits for the runs under way
 */
export function runSchedules(deps: SchedulesDeps): () => Promise<void> {
  const stops = deps.schedules.map((schedule) => repeat(schedule, deps));
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

function repeat(
  { file, everyMinutes }: Schedule,
  { handlerOf, makeId, timer }: SchedulesDeps,
): () => Promise<void> {
  let stopped = false;
  let running = Promise.resolve();
  let cancel = plan();
  function plan() {
    return timer(() => {
      running = run();
    }, everyMinutes * MINUTE_MS);
  }
  async function run(): Promise<void> {
    await handlerOf(file)?.({ id: makeId() }).catch(() => undefined);
    if (!stopped) cancel = plan();
  }
  return async () => {
    stopped = true;
    cancel();
    await running;
  };
}
