import { readRunFile } from '../../src/contract/flows.ts';
import { runStore } from '../adapters/postgres/run/run-store.ts';
import { type AccessTokenRequest, forAccessToken, ownRun } from '../callers/for-access-token.ts';
import type { ResultStore, RunStore } from '../domain/run/run-store.ts';
import type { Reply } from '../http/handler.ts';
import { fileReplyOf, resultStores } from './result-stores.ts';

/** A file of the result of a run of the caller, until the result is deleted. */
export async function readFile(
  request: AccessTokenRequest<typeof readRunFile>,
  { find, results }: Pick<RunStore, 'find'> & { readonly results: ResultStore },
): Promise<Reply<typeof readRunFile>> {
  const { params, caller, language, now } = request;
  const run = ownRun(caller, await find(caller.account.walletId, params.id, now));
  return fileReplyOf(run, params.name, { results, language });
}

export const handler = forAccessToken(readRunFile, readFile, (db, env) => {
  return { ...runStore(db), results: resultStores(db, env) };
});
