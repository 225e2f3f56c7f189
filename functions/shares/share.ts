import { randomBytes } from 'node:crypto';
import { shareRun } from '../../src/contract/shares.ts';
import { shareStore } from '../adapters/postgres/run/share-store.ts';
import { type AccessTokenRequest, forAccessToken } from '../callers/for-access-token.ts';
import type { ShareStore } from '../domain/run/run-store.ts';
import type { Reply } from '../http/handler.ts';
import { refuseRun } from '../runs/run-refusal.ts';

/** How many random bytes a token has: nobody finds 128 bits by trying. */
const TOKEN_BYTES = 16;

/** Shares the result of a run of the caller; a second call gives the same link. */
export async function share(
  { params, caller, language, now }: AccessTokenRequest<typeof shareRun>,
  shares: ShareStore,
): Promise<Reply<typeof shareRun>> {
  const { walletId } = caller.account;
  const fresh = randomBytes(TOKEN_BYTES).toString('base64url');
  const token = await shares.share({ walletId, id: params.id, token: fresh, now });
  return token === undefined ? refuseRun(language) : { status: 200, body: { token } };
}

export const handler = forAccessToken(shareRun, share, (db) => shareStore(db));
