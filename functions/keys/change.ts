import { changeKey } from '../../src/contract/keys.ts';
import { ownKeyStore } from '../adapters/postgres/key/personal-key-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import { keyReplyOf, type OwnKeyStore } from '../domain/key/personal-key.ts';
import type { Reply } from '../http/handler.ts';
import { keyNotFound, refuseChoices } from './own-key.ts';

/** Changes what a key of the caller may do. It keeps what it has used, whatever its caps are now. */
export async function change(
  { caller, params, body: choices, now }: SessionRequest<typeof changeKey>,
  keys: Pick<OwnKeyStore, 'change'>,
): Promise<Reply<typeof changeKey>> {
  const refused = refuseChoices(choices, now);
  if (refused) return refused;
  const { walletId } = caller.account;
  const key = await keys.change({ walletId, id: params.id, choices, now });
  return key ? { status: 200, body: keyReplyOf(key, now) } : keyNotFound;
}

export const handler = forSession(changeKey, change, (db) => ownKeyStore(db));
