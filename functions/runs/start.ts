import { availableParallelism } from 'node:os';
import { accessTokenVerifier } from '../adapters/oidc/access-token-verifier.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { resultStore } from '../adapters/postgres/run/result-store.ts';
import { runStore } from '../adapters/postgres/run/run-store.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import { resultBucket } from '../adapters/s3/result-bucket.ts';
import { inputHash, runReplyOf } from '../domain/run/run.ts';
import type { Access } from '../domain/session/credentials.ts';
import { flowById, flows } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import { labelOf } from '../flows/flow-listing.ts';
import { inPlaces } from '../flows/result-places.ts';
import { type Charged, prepareRun, type RunTools, runCharged } from '../flows/run-charged.ts';
import { makeSlots } from '../flows/slots.ts';
import { systemTimer } from '../flows/timer.ts';
import type { Handler, Reply, Request } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { refuseCommand } from '../http/ledger-refusal.ts';
import { preferredLanguage } from '../http/preferred-language.ts';
import {
  refuseBusy,
  refuseFailed,
  refuseFlow,
  refuseInput,
  refuseQuote,
  refuseRunning,
} from '../http/run-refusal.ts';
import { flowsSettings } from '../settings/flows.ts';

interface Deps extends RunTools {
  readonly access: Access;
  readonly flows: readonly Flow[];
}

/** Runs that may wait for a place in one process. */
const MAX_WAITING = 64;

/**
 * Runs a flow and charges for it: its credits are held, captured when there is a result, and given
 * back when there is none. The same key gives the first answer again.
 */
export const startRun: Handler<'startRun', Deps> = async (request, deps) => {
  const { params, body, headers, caller, idempotencyKey, now } = request;
  const language = preferredLanguage(headers['accept-language']);
  const flow = flowById(deps.flows, params.id);
  if (!flow) return refuseFlow(language);
  const prepared = prepareRun(flow, body.input);
  if (!prepared.ok) return refuseInput(prepared, flow.labels, language);
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
  if (!run) return refuseQuote(prepared.credits, language);
  return answer({ kind: 'begun', run, replayed: true }, request, flow);
};

function answer(
  charged: Charged,
  { headers, caller }: Pick<Request<'startRun'>, 'headers' | 'caller'>,
  flow: Flow,
): Reply<'startRun'> {
  const language = preferredLanguage(headers['accept-language']);
  if (charged.kind === 'busy') return refuseBusy(language);
  if (charged.kind === 'refused') return refuseCommand(charged.refused);
  const { run, replayed, availableCredits, cause } = charged;
  if (run.status === 'running') return refuseRunning(language);
  if (run.status === 'failed') return { ...refuseFailed(run, language), replayed, cause };
  const labelled = runReplyOf(run, (name) => labelOf(flow, name, language));
  const available = availableCredits ?? caller.account.availableCredits;
  const counts = replayed ? {} : { Holds: 1, Captures: 1 };
  return { status: 201, body: { ...labelled, available }, replayed, counts };
}

export const handler = lambda('startRun', startRun, (env) => ({
  access: {
    verify: accessTokenVerifier(flowsSettings(env)),
    sessions: sessionStore(database(env)),
  },
  flows,
  runs: runStore(database(env)),
  results: inPlaces(
    resultStore(database(env)),
    env.resultBucket === undefined ? undefined : resultBucket(env.resultBucket),
  ),
  slots: makeSlots(availableParallelism(), MAX_WAITING, systemTimer),
  timer: systemTimer,
  clock: () => new Date(),
  buckets: bucketStore(database(env)),
}));
