import { accessTokenVerifier } from '../adapters/oidc/access-token-verifier.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { runStore } from '../adapters/postgres/run/run-store.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import { runReplyOf } from '../domain/run/run.ts';
import type { RunStore } from '../domain/run/run-store.ts';
import type { Access } from '../domain/session/credentials.ts';
import { flowById, flows } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import { labelOf } from '../flows/flow-listing.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { preferredLanguage } from '../http/preferred-language.ts';
import { refuseRun } from '../http/run-refusal.ts';
import { flowsSettings } from '../settings/flows.ts';

interface Deps {
  readonly access: Access;
  readonly flows: readonly Flow[];
  readonly runs: Pick<RunStore, 'find'>;
}

/** A run of the caller, with its result while that is kept, also of a flow no longer on offer. */
export const readRun: Handler<'readRun', Deps> = async (request, deps) => {
  const { params, caller, headers, now } = request;
  const run = await deps.runs.find(caller.account.walletId, params.id, now);
  const language = preferredLanguage(headers['accept-language']);
  if (!run) return refuseRun(language);
  const flow = flowById(deps.flows, run.flowId);
  const label = (name: string) => (flow ? labelOf(flow, name, language) : name);
  return { status: 200, body: runReplyOf(run, label) };
};

export const handler = lambda('readRun', readRun, (env) => ({
  access: {
    verify: accessTokenVerifier(flowsSettings(env)),
    sessions: sessionStore(database(env)),
  },
  flows,
  runs: runStore(database(env)),
}));
