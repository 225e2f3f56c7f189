import type { ScheduledHandler } from '../../functions/callers/for-schedule.ts';
import type { Schedule } from '../../src/contract/schedules.ts';
import type { Timer } from './timer.ts';

const MINUTE_MS = 60_000;

interface SchedulesDeps {
  readonly schedules: readonly Schedule[];
  /** The handlers by their file. */
  readonly handlers: ReadonlyMap<string, ScheduledHandler>;
  readonly makeId: () => string;
  readonly timer: Timer;
}

/**
 * Runs scheduled functions, each so long after the end of its last run: they never overlap with
 * themselves. A run that fails has logged why, and the next one comes as planned.
 *
 * @returns ends it, after the runs in hand
 */
export function runSchedules(deps: SchedulesDeps): () => Promise<void> {
  const stops = deps.schedules.map((schedule) => repeat(schedule, deps));
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

function repeat(
  { file, everyMinutes }: Schedule,
  { handlers, makeId, timer }: SchedulesDeps,
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
    await handlers
      .get(file)?.({ id: makeId() })
      .catch(() => undefined);
    if (!stopped) cancel = plan();
  }
  return async () => {
    stopped = true;
    cancel();
    await running;
  };
}
