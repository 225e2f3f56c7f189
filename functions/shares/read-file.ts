import { readSharedFile } from '../../src/contract/shares.ts';
import { shareStore } from '../adapters/postgres/run/share-store.ts';
import { forLink, type LinkRequest } from '../callers/for-link.ts';
import type { ResultStore, ShareStore } from '../domain/run/run-store.ts';
import type { Reply } from '../http/handler.ts';
import { fileReplyOf, resultStores } from '../runs/result-stores.ts';

/** A file of a shared result. */
export async function readFile(
  { params, language, now }: LinkRequest<typeof readSharedFile>,
  { find, results }: Pick<ShareStore, 'find'> & { readonly results: ResultStore },
): Promise<Reply<typeof readSharedFile>> {
  const run = await find(params.token, now);
  return fileReplyOf(run, params.name, { results, language });
}

export const handler = forLink(readSharedFile, readFile, (db, env) => {
  return { ...shareStore(db), results: resultStores(db, env) };
});
