import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isDatabaseUnavailable } from '../adapters/postgres/connection/errors.ts';
import { retriesChannel } from '../domain/ledger/ledger-store.ts';
import { processEnv } from '../env.ts';
import type { Edge } from '../http/edge.ts';
import { type LogLine, logToConsole, type ScheduleLine } from '../http/log.ts';

export const processEdge: Edge<LogLine | ScheduleLine> = {
  env: processEnv,
  now: () => new Date(),
  log: logToConsole,
  isUnavailable: isDatabaseUnavailable,
  counting: countRetries,
};

/** The counter of retries of each call under way; the work of the call finds it again. */
const counters = new AsyncLocalStorage<{ retries: number }>();

let callsUnderWay = 0;

/**
 * Does work, and counts its transactions that were retried. It subscribes only while there is work, so
 * that development can load this module anew and leave the former one to the garbage collector.
 */
function countRetries<Value>(work: () => Promise<Value>) {
  const counter = { retries: 0 };
  if (callsUnderWay === 0) subscribe(retriesChannel, countRetry);
  callsUnderWay += 1;
  const done = counters.run(counter, work).finally(() => {
    callsUnderWay -= 1;
    if (callsUnderWay === 0) unsubscribe(retriesChannel, countRetry);
  });
  return { done, counts: () => (counter.retries > 0 ? { Retries: counter.retries } : {}) };
}

function countRetry(): void {
  const counter = counters.getStore();
  if (counter) counter.retries += 1;
}
