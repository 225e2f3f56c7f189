import { accessTokenVerifier } from '../adapters/oidc/access-token-verifier.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { resultStore } from '../adapters/postgres/run/result-store.ts';
import { runStore } from '../adapters/postgres/run/run-store.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import { resultBucket } from '../adapters/s3/result-bucket.ts';
import type { ResultStore, RunStore } from '../domain/run/run-store.ts';
import type { Access } from '../domain/session/credentials.ts';
import { inPlaces } from '../flows/result-places.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { preferredLanguage } from '../http/preferred-language.ts';
import { refuseRun } from '../http/run-refusal.ts';
import { flowsSettings } from '../settings/flows.ts';

interface Deps {
  readonly access: Access;
  readonly runs: Pick<RunStore, 'find'>;
  readonly results: Pick<ResultStore, 'get'>;
}

/** A file of the result of a run of the caller, while it is kept. */
export const readRunFile: Handler<'readRunFile', Deps> = async (request, { runs, results }) => {
  const { params, caller, headers, now } = request;
  const notFound = refuseRun(preferredLanguage(headers['accept-language']));
  const run = await runs.find(caller.account.walletId, params.id, now);
  const part = run?.result?.find(({ name }) => name === params.name);
  if (part?.kind !== 'file') return notFound;
  const content = await results.get(params.id, part.name);
  if (!content) return notFound;
  return { status: 200, file: { name: part.name, mediaType: part.mediaType, content } };
};

export const handler = lambda('readRunFile', readRunFile, (env) => ({
  access: {
    verify: accessTokenVerifier(flowsSettings(env)),
    sessions: sessionStore(database(env)),
  },
  runs: runStore(database(env)),
  results: inPlaces(
    resultStore(database(env)),
    env.resultBucket === undefined ? undefined : resultBucket(env.resultBucket),
  ),
}));
