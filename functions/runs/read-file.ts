import { readRunFile } from '../../src/contract/flows.ts';
import type { Language } from '../../src/contract/language.ts';
import { runStore } from '../adapters/postgres/run/run-store.ts';
import { type AccessTokenRequest, forAccessToken } from '../callers/for-access-token.ts';
import type { StoredRun } from '../domain/run/run.ts';
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
  const run = await deps.runs.find(caller.account.walletId, params.id, now);
  return fileReplyOf(run, params.name, { results: deps.results, language });
}

/** A file of a result by its name; refuses one that is not there. */
export async function fileReplyOf(
  run: StoredRun | undefined,
  wanted: string,
  { results, language }: Pick<Deps, 'results'> & { readonly language: Language },
) {
  const part = run?.result?.find(({ name }) => name === wanted);
  if (!run || part?.kind !== 'file') return refuseRun(language);
  const content = await results.get(run.id, part.name);
  if (!content) return refuseRun(language);
  const { name, mediaType } = part;
  return { status: 200, file: { name, mediaType, content } } as const;
}

export const handler = forAccessToken(readRunFile, readFile, (db, env) => ({
  runs: runStore(db),
  results: resultStores(db, env),
}));
