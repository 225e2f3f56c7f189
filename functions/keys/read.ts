import { readKey } from '../../src/contract/keys.ts';
import { forKey, type KeyRequest } from '../callers/for-key.ts';
import { keyReplyOf } from '../domain/key/personal-key.ts';
import type { Reply } from '../http/handler.ts';

/** The key of the call, with the balance if it may read that. */
export function read({ caller, now }: KeyRequest<typeof readKey>): Reply<typeof readKey> {
  const { key, account } = caller;
  const reply = keyReplyOf(key, now);
  if (!key.reads.includes('balance')) return { status: 200, body: reply };
  return { status: 200, body: { ...reply, available: account.availableCredits } };
}

export const handler = forKey(readKey, read, () => undefined);
