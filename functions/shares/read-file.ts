import { readSharedFile } from '../../src/contract/shares.ts';
import { shareStore } from '../adapters/postgres/run/share-store.ts';
import { forLink, type LinkRequest } from '../callers/for-link.ts';
import type { ResultStore, ShareStore } from '../domain/run/run-store.ts';
import type { Reply } from '../http/handler.ts';
import { fileReplyOf } from '../runs/read-file.ts';
import { resultStores } from '../runs/result-stores.ts';

interface Deps {
  readonly shares: Pick<ShareStore, 'find'>;
  readonly results: Pick<ResultStore, 'get'>;
}

/** A file of a shared result. */
export async function readFile(
  { params, language, now }: LinkRequest<typeof readSharedFile>,
  { shares, results }: Deps,
): Promise<Reply<typeof readSharedFile>> {
  const run = await shares.find(params.token, now);
  return fileReplyOf(run, params.name, { results, language });
}

export const handler = forLink(readSharedFile, readFile, (db, env) => ({
  shares: shareStore(db),
  results: resultStores(db, env),
}));
