import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { Counts } from '../../src/contract/metrics.ts';
import { retriesChannel } from '../domain/ledger/ledger-store.ts';

/** One for each call under way, found again by whatever was begun for it. */
const counters = new AsyncLocalStorage<{ retries: number }>();

subscribe(retriesChannel, () => {
  const counter = counters.getStore();
  if (counter) counter.retries += 1;
});

/**
 * Does work, and counts the transactions in it that had to begin anew.
 *
 * @returns reads the count as it is then; empty when nothing was tried again
 */
export function countRetries<Value>(work: () => Promise<Value>): {
  readonly done: Promise<Value>;
  readonly counts: () => Counts;
} {
  const counter = { retries: 0 };
  const done = counters.run(counter, work);
  return { done, counts: () => (counter.retries > 0 ? { Retries: counter.retries } : {}) };
}
