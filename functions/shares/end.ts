import { endShare } from '../../src/contract/shares.ts';
import { shareStore } from '../adapters/postgres/run/share-store.ts';
import { type AccessTokenRequest, forAccessToken } from '../callers/for-access-token.ts';
import type { ShareStore } from '../domain/run/run-store.ts';
import type { Reply } from '../http/handler.ts';
import { refuseRun } from '../runs/run-refusal.ts';

/** Ends the link to the result of a run of the caller. A later link has another token. */
export async function end(
  { params, caller, language }: AccessTokenRequest<typeof endShare>,
  shares: ShareStore,
): Promise<Reply<typeof endShare>> {
  const isHere = await shares.end({ walletId: caller.account.walletId, id: params.id });
  return isHere ? { status: 204 } : refuseRun(language);
}

export const handler = forAccessToken(endShare, end, (db) => shareStore(db));
