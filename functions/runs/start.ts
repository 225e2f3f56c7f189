import { availableParallelism } from 'node:os';
import { startRun } from '../../src/contract/flows.ts';
import { runStore } from '../adapters/postgres/run/run-store.ts';
import {
  type AccessTokenHandler,
  type AccessTokenRequest,
  forAccessToken,
} from '../callers/for-access-token.ts';
import { refuseCommand } from '../credits/command-refusal.ts';
import { inputHash, runReplyOf } from '../domain/run/run.ts';
import { flowById, flows, maxRunBytes } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import { labelOf } from '../flows/flow-listing.ts';
import { type Charged, prepareRun, type RunTools, runCharged } from '../flows/run-charged.ts';
import { makeSlots } from '../flows/slots.ts';
import { systemTimer } from '../flows/timer.ts';
import type { Reply } from '../http/handler.ts';
import { resultStores } from './result-stores.ts';
import * as refusal from './run-refusal.ts';

interface Deps extends RunTools {
  readonly flows: readonly Flow[];
}

/** Runs that may wait for a place in one process. */
const MAX_WAITING = 64;

/** Runs a flow and charges for its result. The same key repeats the first answer. */
export const start: AccessTokenHandler<typeof startRun, Deps> = async (request, deps) => {
  const { params, body, language, caller, idempotencyKey, now } = request;
  const flow = flowById(deps.flows, params.id);
  if (!flow) return refusal.refuseFlow(language);
  const prepared = prepareRun(flow, body.input);
  if (!prepared.ok) return refusal.refuseInput(prepared, flow.labels, language);
  const asked = {
    walletId: caller.account.walletId,
    flowId: flow.id,
    amountCredits: prepared.credits,
    shownCredits: body.credits,
    inputHash: inputHash(body.input),
    idempotencyKey,
    timeoutMs: flow.timeoutMs,
    now,
  };
  if (body.credits === undefined || body.credits === prepared.credits) {
    return answer(await runCharged(asked, prepared, deps), request, flow);
  }
  const run = await deps.runs.findBegun(asked);
  if (!run) return refusal.refuseQuote(prepared.credits, language);
  return answer({ ok: true, run, replayed: true }, request, flow);
};

function answer(
  charged: Charged,
  { language, caller }: AccessTokenRequest<typeof startRun>,
  flow: Flow,
): Reply<typeof startRun> {
  if (!charged.ok) {
    if (charged.code === 'too_many_runs') return refusal.refuseBusy(language);
    if (charged.code === 'too_many_own_runs') return refusal.refuseOwnRuns(language);
    return refuseCommand(startRun, charged);
  }
  const { run, replayed, availableCredits, cause } = charged;
  if (run.status === 'running') return refusal.refuseRunning(language);
  if (run.status === 'failed') {
    const { failure = { code: 'run_failed' } } = run;
    return { ...refusal.refuseFailed(failure, language), replayed, cause };
  }
  const labelled = runReplyOf(run, (name) => labelOf(flow, name, language));
  const available = availableCredits ?? caller.account.availableCredits;
  const counts = replayed ? {} : { Holds: 1, Captures: 1 };
  return { status: 201, body: { ...labelled, available }, replayed, counts };
}

export const handler = forAccessToken(
  startRun,
  start,
  (db, env) => ({
    flows,
    runs: runStore(db),
    results: resultStores(db, env),
    slots: makeSlots(availableParallelism(), MAX_WAITING, systemTimer),
    timer: systemTimer,
    clock: () => new Date(),
  }),
  { maxBodyBytes: maxRunBytes, refuseFailures: refusal.refuseFailures },
);
