import { randomBytes } from 'node:crypto';
import { shareRun } from '../../src/contract/shares.ts';
import { shareStore } from '../adapters/postgres/run/share-store.ts';
import { type AccessTokenRequest, forAccessToken } from '../callers/for-access-token.ts';
import type { ShareStore } from '../domain/run/run-store.ts';
import type { Reply } from '../http/handler.ts';
import { refuseRun } from '../runs/run-refusal.ts';

interface Deps {
  readonly shares: Pick<ShareStore, 'share'>;
  readonly newToken: () => string;
}

/** How many random bytes a token has: nobody finds 128 bits by trying. */
const TOKEN_BYTES = 16;

/** Shares the result of a run of the caller; a second call gives the same link. */
export async function share(
  { params, caller, language, now }: AccessTokenRequest<typeof shareRun>,
  { shares, newToken }: Deps,
): Promise<Reply<typeof shareRun>> {
  const { walletId } = caller.account;
  const token = await shares.share({ walletId, id: params.id, token: newToken(), now });
  return token === undefined ? refuseRun(language) : { status: 200, body: { token } };
}

export const handler = forAccessToken(shareRun, share, (db) => ({
  shares: shareStore(db),
  newToken: () => randomBytes(TOKEN_BYTES).toString('base64url'),
}));
