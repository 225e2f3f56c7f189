import { readRunFile } from '../../src/contract/flows.ts';
import { runStore } from '../adapters/postgres/run/run-store.ts';
import { type AccessTokenRequest, forAccessToken } from '../callers/for-access-token.ts';
import type { ResultStore, RunStore } from '../domain/run/run-store.ts';
import type { Reply } from '../http/handler.ts';
import { resultStores } from './result-stores.ts';
import { refuseRun } from './run-refusal.ts';

interface Deps {
  readonly runs: Pick<RunStore, 'find'>;
  readonly results: Pick<ResultStore, 'get'>;
}

/** A file of the result of a run of the caller, until the result is deleted. */
export async function readFile(
  request: AccessTokenRequest<typeof readRunFile>,
  deps: Deps,
): Promise<Reply<typeof readRunFile>> {
  const { params, caller, language, now } = request;
  const notFound = refuseRun(language);
  const run = await deps.runs.find(caller.account.walletId, params.id, now);
  const part = run?.result?.find(({ name }) => name === params.name);
  if (part?.kind !== 'file') return notFound;
  const content = await deps.results.get(params.id, part.name);
  if (!content) return notFound;
  return { status: 200, file: { name: part.name, mediaType: part.mediaType, content } };
}

export const handler = forAccessToken(readRunFile, readFile, (db, env) => ({
  runs: runStore(db),
  results: resultStores(db, env),
}));
