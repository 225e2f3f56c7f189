import type { Run, RunSummary } from '../../../src/contract/flows.ts';
import type { StoredRun } from './run.ts';

/** A run as its owner sees it in a list. */
export function summaryOf(run: StoredRun): RunSummary {
  return {
    id: run.id,
    flow: run.flowId,
    status: run.status,
    credits: run.status === 'failed' ? 0 : run.amountCredits,
    startedAt: run.startedAt.toISOString(),
    ...(run.finishedAt ? { finishedAt: run.finishedAt.toISOString() } : {}),
    keptUntil: run.keptUntil.toISOString(),
    ...(run.failure ? { code: run.failure } : {}),
  };
}

/** A run with its result, whose parts are labelled for whoever asks. */
export function runReplyOf(run: StoredRun, labelOf: (name: string) => string): Run {
  const result = (run.result ?? []).map((part) => ({ ...part, label: labelOf(part.name) }));
  return { ...summaryOf(run), result };
}
