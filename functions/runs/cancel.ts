import { cancelRun } from '../../src/contract/flows.ts';
import { findRunByKey, runStore } from '../adapters/postgres/run/run-store.ts';
import { type AccessTokenRequest, forAccessToken } from '../callers/for-access-token.ts';
import { runReplyOf, type StoredRun } from '../domain/run/run.ts';
import type { FindRunByKey, NewRun, RunStore } from '../domain/run/run-store.ts';
import { flowById, flows } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import { labelsOf } from '../flows/flow-listing.ts';
import type { Reply } from '../http/handler.ts';
import { refuseRun } from './run-refusal.ts';

interface Runs extends Pick<RunStore, 'fail'> {
  readonly findByKey: FindRunByKey;
}

interface Deps {
  readonly flows: readonly Flow[];
  readonly runs: Runs;
}

/** Ends a run of the caller, and answers with it. */
export async function cancel(
  { caller, idempotencyKey, language, now }: AccessTokenRequest<typeof cancelRun>,
  { flows: all, runs }: Deps,
): Promise<Reply<typeof cancelRun>> {
  const { walletId } = caller.account;
  const keyId = caller.key?.id;
  const run = await cancelByKey(runs, { walletId, keyId, idempotencyKey, now });
  if (!run) return refuseRun(language);
  const flow = flowById(all, run.flowId);
  const label = labelsOf(flow, language);
  return { status: 200, body: runReplyOf(run, label, language) };
}

/**
 * Ends the run that was begun with a key. Its credits are free at once, and its process ends within a
 * second or two, when it asks. A run that has ended stays as it is.
 * @returns the run as it has ended; undefined where the wallet has begun none with that key
 */
export async function cancelByKey(
  runs: Runs,
  asked: Pick<NewRun, 'walletId' | 'keyId' | 'idempotencyKey' | 'now'>,
): Promise<StoredRun | undefined> {
  const run = await runs.findByKey(asked);
  if (run?.status !== 'running') return run;
  return runs.fail(run, { failure: { code: 'run_cancelled' }, now: asked.now });
}

export const handler = forAccessToken(cancelRun, cancel, (db) => ({
  flows,
  runs: { fail: runStore(db).fail, findByKey: findRunByKey(db) },
}));
