import { DAY_MS } from '../../src/contract/durations.ts';
import { formerSecretDays, rotateKey } from '../../src/contract/keys.ts';
import { ownKeyStore } from '../adapters/postgres/key/personal-key-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import { keyReplyOf, type OwnKeyStore } from '../domain/key/personal-key.ts';
import type { Reply } from '../http/handler.ts';
import { aSecret, keyNotFound } from './own-key.ts';

/**
 * Gives a key of the caller a new secret. Its former one works for some days more, so that programs
 * can be given the new one without a pause. A secret before the former one ends now.
 */
export async function rotate(
  { caller, params, now }: SessionRequest<typeof rotateKey>,
  keys: Pick<OwnKeyStore, 'rotate'>,
): Promise<Reply<typeof rotateKey>> {
  const { walletId } = caller.account;
  const { secret, stored } = aSecret();
  const formerUntil = new Date(now.getTime() + formerSecretDays * DAY_MS);
  const asked = { walletId, id: params.id, secret: stored, formerUntil, now };
  const key = await keys.rotate(asked);
  return key ? { status: 201, body: { ...keyReplyOf(key, now), secret } } : keyNotFound;
}

export const handler = forSession(rotateKey, rotate, (db) => ownKeyStore(db));
