import { endKey } from '../../src/contract/keys.ts';
import { ownKeyStore } from '../adapters/postgres/key/personal-key-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { OwnKeyStore } from '../domain/key/personal-key.ts';
import type { Reply } from '../http/handler.ts';
import { keyNotFound } from './own-key.ts';

/**
 * Ends a key of the caller at once, with both of its secrets. Runs that it has begun end as they would,
 * and what they spend still counts.
 */
export async function end(
  { caller, params, now }: SessionRequest<typeof endKey>,
  keys: Pick<OwnKeyStore, 'end'>,
): Promise<Reply<typeof endKey>> {
  const key = await keys.end({ walletId: caller.account.walletId, id: params.id, now });
  return key ? { status: 204 } : keyNotFound;
}

export const handler = forSession(endKey, end, (db) => ownKeyStore(db));
