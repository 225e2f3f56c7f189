import { makeKey, maxKeys } from '../../src/contract/keys.ts';
import { ownKeyStore } from '../adapters/postgres/key/personal-key-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import { keyReplyOf, type OwnKeyStore } from '../domain/key/personal-key.ts';
import type { Reply } from '../http/handler.ts';
import { aSecret, refuseChoices } from './own-key.ts';

/** Makes a key. Nobody can read its secret again. */
export async function make(
  { caller, body: choices, now }: SessionRequest<typeof makeKey>,
  keys: Pick<OwnKeyStore, 'make'>,
): Promise<Reply<typeof makeKey>> {
  const refused = refuseChoices(choices, now);
  if (refused) return refused;
  const { secret, stored } = aSecret();
  const key = await keys.make(caller.account.walletId, { choices, secret: stored, now });
  return key ? { status: 201, body: { ...keyReplyOf(key, now), secret } } : tooMany;
}

const tooMany = {
  ok: false,
  code: 'too_many_keys',
  detail: `You have ${maxKeys} keys in force, and more are not possible. End one that nobody uses.`,
} as const;

export const handler = forSession(makeKey, make, (db) => ownKeyStore(db));
