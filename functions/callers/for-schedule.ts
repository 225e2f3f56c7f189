import type { Counts } from '../../src/contract/metrics.ts';
import type { ListenerName, ScheduleName } from '../../src/contract/schedules.ts';
import { type Database, database } from '../adapters/postgres/connection/database.ts';
import type { Env } from '../env.ts';
import { type Edge, once } from '../http/edge.ts';
import { describeError, type ScheduleLine } from '../http/log.ts';
import { processEdge } from './process-edge.ts';

/** How long a run that calls others goes on to begin such calls: AWS ends it after a minute. */
export const LONGEST_RUN_MS = 25_000;

/** A Lambda function that EventBridge calls; a schedule reads only the id of the event. */
export type ScheduledHandler = (event: { readonly id: string }) => Promise<void>;

/** The result of a run: numbers for the log, and the first error, if any. */
export interface ScheduledJob {
  readonly numbers: Readonly<Record<string, number>>;
  readonly counts?: Counts;
  /** The ids of what failed, such as wallets, which name nobody. */
  readonly failed?: readonly string[];
  readonly error?: unknown;
}

/**
 * Makes a Lambda function of scheduled work, and writes one line of log for each run.
 * @param work it also gets the event as it came; a listener checks it by a schema
 * @param wire makes the dependencies of the work, which live as long as the process
 * @throws from the function after any error, so that Lambda counts a failed run; the message names
 * only the schedule, because Lambda logs it
 */
export function forSchedule<Deps>(
  name: ScheduleName | ListenerName,
  work: (now: Date, deps: Deps, event: unknown) => Promise<ScheduledJob>,
  wire: (db: Database, env: Env) => Deps,
  edge: Edge<ScheduleLine> = processEdge,
): ScheduledHandler {
  const wiring = once(() => {
    const env = edge.env();
    return wire(database(env), env);
  });
  const run = async (now: Date, event: unknown) => work(now, wiring(), event);
  return async (event) => {
    const now = edge.now();
    const work = edge.counting(() => run(now, event));
    const result = await work.done.catch(
      (error: unknown): ScheduledJob => ({ numbers: {}, error }),
    );
    const failed = 'error' in result;
    edge.log({
      time: now.toISOString(),
      requestId: event.id,
      schedule: name,
      durationMs: edge.now().getTime() - now.getTime(),
      ...result.numbers,
      ...(result.failed ? { failed: result.failed } : {}),
      ...(failed ? { error: describeError(result.error) } : {}),
      counts: { ...result.counts, ...work.counts() },
    });
    if (failed) throw new Error(`A run of "${name}" failed; its line in the log says where.`);
  };
}
