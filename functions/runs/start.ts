import { startRun } from '../../src/contract/flows.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
import { creditStore } from '../adapters/postgres/ledger/ledger-store.ts';
import { runStore } from '../adapters/postgres/run/run-store.ts';
import {
  type AccessTokenRequest,
  forAccessToken,
  mayReadBalance,
  mayRun,
} from '../callers/for-access-token.ts';
import { keyEnded } from '../callers/personal-key.ts';
import { refuseCommand } from '../credits/command-refusal.ts';
import type { CreditStore } from '../domain/ledger/ledger-store.ts';
import { availableCredits as availableCreditsOf } from '../domain/ledger/wallet.ts';
import { runReplyOf, summaryOf } from '../domain/run/run.ts';
import { catalogueProgram, flowById, flows, maxRunBytes } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import { labelsOf } from '../flows/flow-listing.ts';
import { flowProcesses } from '../flows/flow-processes.ts';
import { type Charged, type RunTools, runCharged } from '../flows/run-charged.ts';
import type { Refusal, Reply } from '../http/handler.ts';
import { runUploads } from '../uploads/open-uploads.ts';
import { resultStores } from './result-stores.ts';
import * as refusal from './run-refusal.ts';

interface Deps extends RunTools {
  readonly flows: readonly Flow[];
  readonly credits: Pick<CreditStore, 'read'>;
}

/** Runs a flow and charges for its result. The same key repeats the first answer. */
export async function start(
  request: AccessTokenRequest<typeof startRun>,
  deps: Deps,
): Promise<Reply<typeof startRun>> {
  const { params, body, language, caller, idempotencyKey, now } = request;
  const flow = flowById(deps.flows, params.id);
  if (!flow) return refusal.refuseFlow(language);
  const { input, credits: shownCredits, partial } = body;
  if (!mayRun(caller, flow.id)) return refusal.refuseKeyFlow(flow.id, language);
  const { walletId } = caller.account;
  const keyId = caller.key?.id;
  const asked = { walletId, keyId, flow, input, partial, shownCredits, idempotencyKey, now };
  return answer(await runCharged(asked, deps), request, { ...deps, flow });
}

async function answer(
  charged: Charged,
  { language, caller }: AccessTokenRequest<typeof startRun>,
  { flow, credits, clock }: Pick<Deps, 'credits' | 'clock'> & { readonly flow: Flow },
): Promise<Reply<typeof startRun>> {
  if (!charged.ok) {
    switch (charged.code) {
      case 'quote_changed':
        return refusal.refuseQuote(charged.credits, language);
      case 'key_cap_reached':
        return refusal.refuseCap(charged, caller.key?.name ?? '', language);
      case 'personal_key_invalid':
        return keyEnded;
      case 'too_many_own_runs':
        return refusal.refuseOwnRuns(language);
      case 'input_invalid':
      case 'input_partly_read':
      case 'input_refused':
      case 'run_failed':
      case 'run_timed_out':
      case 'run_too_large':
      case 'too_many_runs':
      case 'upload_incomplete':
      case 'upload_not_found':
        return refusal.refuseUnstarted(charged, flow.labels, language);
      default:
        return mayReadBalance(caller)
          ? refuseCommand(startRun, charged)
          : withoutBalance(refuseCommand(startRun, charged));
    }
  }
  const { run, replayed, availableCredits, cause, progress, unpaidItems } = charged;
  if (progress) return { status: 202, body: { ...summaryOf(run), progress }, cause };
  if (run.status === 'running') return refusal.refuseRunning(language);
  if (run.failure) {
    return { ...refusal.refuseFailed(run.failure, language), replayed, cause, unpaidItems };
  }
  const labelled = runReplyOf(run, labelsOf(flow, language), language);
  // The caller's credits may be fewer than when the call came: another call may have charged its run.
  const spendable = async () =>
    availableCredits ?? availableCreditsOf(await credits.read(caller.account.walletId, clock()));
  const available = mayReadBalance(caller) && { available: await spendable() };
  const counts = replayed ? {} : { Holds: 1, Captures: 1 };
  return { status: 201, body: { ...labelled, ...available }, replayed, counts, cause, unpaidItems };
}

/** The refusal as a key reads it that may not read the balance. */
function withoutBalance<Code extends ProblemCode>(refused: Refusal<Code>): Refusal<Code> {
  const { required } = refused.facts ?? {};
  if (required === undefined) return refused;
  const detail = `There are fewer credits than the ${required} that this takes.`;
  return { ...refused, detail, facts: { required } };
}

export const handler = forAccessToken(
  startRun,
  start,
  (db, env) => ({
    flows,
    runs: runStore(db),
    credits: creditStore(db),
    results: resultStores(db, env),
    uploads: runUploads(db, env),
    clock: () => new Date(),
    ...flowProcesses(catalogueProgram()),
  }),
  { maxBodyBytes: maxRunBytes, refuseFailures: refusal.refuseFailures },
);
