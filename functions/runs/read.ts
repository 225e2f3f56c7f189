import { type RunProgress, readRun } from '../../src/contract/flows.ts';
import { dropMessage } from '../adapters/postgres/outbox/outbox-store.ts';
import { runStore } from '../adapters/postgres/run/run-store.ts';
import { uploadStore } from '../adapters/postgres/upload/upload-store.ts';
import { type AccessTokenRequest, forAccessToken, ownRun } from '../callers/for-access-token.ts';
import { isTold, runReplyOf, type StoredRun } from '../domain/run/run.ts';
import type { RunStore } from '../domain/run/run-store.ts';
import type { UploadStore } from '../domain/upload/upload.ts';
import { flowById, flows } from '../flows/catalog.ts';
import { type Flow, itemInputs } from '../flows/flow.ts';
import { labelsOf } from '../flows/flow-listing.ts';
import { uploadsNamedIn } from '../flows/flow-uploads.ts';
import { givenIn } from '../flows/run-input.ts';
import type { Reply } from '../http/handler.ts';
import { refuseRun } from './run-refusal.ts';

interface Deps {
  readonly flows: readonly Flow[];
  readonly runs: Pick<RunStore, 'find'>;
  readonly uploads: Pick<UploadStore, 'find'>;
  /** Drops the mail about a run, if it still waits. */
  readonly dropMail: (runId: string) => Promise<unknown>;
}

/**
 * A run of the caller, with its result until that is deleted, also of a flow that was removed. A caller
 * who reads a run gets no mail about its end.
 */
export async function read(
  request: AccessTokenRequest<typeof readRun>,
  deps: Deps,
): Promise<Reply<typeof readRun>> {
  const { params, caller, language, now } = request;
  const run = ownRun(caller, await deps.runs.find(caller.account.walletId, params.id, now));
  if (!run) return refuseRun(language);
  if (isTold(run)) await deps.dropMail(run.id);
  const flow = flowById(deps.flows, run.flowId);
  const label = labelsOf(flow, language);
  const live = await deps.uploads.find(run.walletId, uploadsNamedIn(run.input ?? {}), now);
  const given = run.input && givenIn(run.input, live);
  const share = run.shareToken && { share: run.shareToken };
  const progress = run.status === 'running' && { progress: progressOf(run, flow) };
  const body = { ...runReplyOf(run, label, language), ...given, ...share, ...progress };
  return { status: 200, body };
}

/** How far a run is; none of its items is done before that is stored. */
function progressOf({ progress, input }: StoredRun, flow: Flow | undefined): RunProgress {
  const of = (flow && itemInputs(flow, input)?.length) ?? 1;
  return progress ?? { done: 0, of, refused: [] };
}

export const handler = forAccessToken(readRun, read, (db) => ({
  flows,
  runs: runStore(db),
  uploads: uploadStore(db),
  dropMail: (id) => dropMessage(db, id, 'its reader has seen the run'),
}));
