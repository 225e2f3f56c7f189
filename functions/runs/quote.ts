import { accessTokenVerifier } from '../adapters/oidc/access-token-verifier.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import type { Access } from '../domain/session/credentials.ts';
import { flowById, flows } from '../flows/catalog.ts';
import type { Flow } from '../flows/flow.ts';
import { prepareRun } from '../flows/run-charged.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { preferredLanguage } from '../http/preferred-language.ts';
import { refuseFlow, refuseInput } from '../http/run-refusal.ts';
import { flowsSettings } from '../settings/flows.ts';

interface Deps {
  readonly access: Access;
  readonly flows: readonly Flow[];
}

/** What a run of a flow with that input would cost. Nothing is held for it. */
export const quoteRun: Handler<'quoteRun', Deps> = ({ params, body, headers }, deps) => {
  const language = preferredLanguage(headers['accept-language']);
  const flow = flowById(deps.flows, params.id);
  if (!flow) return refuseFlow(language);
  const prepared = prepareRun(flow, body.input);
  if (!prepared.ok) return refuseInput(prepared, flow.labels, language);
  return { status: 200, body: { flow: flow.id, credits: prepared.credits } };
};

export const handler = lambda('quoteRun', quoteRun, (env) => ({
  access: {
    verify: accessTokenVerifier(flowsSettings(env)),
    sessions: sessionStore(database(env)),
  },
  flows,
  buckets: bucketStore(database(env)),
}));
