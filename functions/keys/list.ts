import { keysPerPage, listKeys } from '../../src/contract/keys.ts';
import { ownKeyStore } from '../adapters/postgres/key/personal-key-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import { keyReplyOf, type OwnKeyStore } from '../domain/key/personal-key.ts';
import type { Reply } from '../http/handler.ts';

/**
 * The caller's keys, newest first, a page at a time; also those that have ended, because runs in the
 * ledger name them. A cursor is the id of the last key shown.
 */
export async function list(
  { caller, query, now }: SessionRequest<typeof listKeys>,
  keys: Pick<OwnKeyStore, 'list'>,
): Promise<Reply<typeof listKeys>> {
  const { walletId } = caller.account;
  const found = await keys.list({ walletId, before: query.cursor, limit: keysPerPage + 1 });
  const shown = found.slice(0, keysPerPage);
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  const body = { keys: shown.map((key) => keyReplyOf(key, now)), next: last?.id ?? null };
  return { status: 200, body };
}

export const handler = forSession(listKeys, list, (db) => ownKeyStore(db));
