import { exportUser } from '../../src/contract/export.ts';
import { accountStore } from '../adapters/postgres/account/account-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { AccountStore } from '../domain/account/account-store.ts';
import { exportReplyOf } from '../domain/account/export-reply.ts';
import type { Reply } from '../http/handler.ts';

/** Exports all stored data about the caller, as a file (GDPR, articles 15 and 20). */
export async function exportAll(
  { caller, now }: SessionRequest<typeof exportUser>,
  accounts: Pick<AccountStore, 'read'>,
): Promise<Reply<typeof exportUser>> {
  const { id, userId } = caller.session;
  const account = await accounts.read({ userId, walletId: caller.account.walletId, now });
  if (!account) return userGone;
  return { status: 200, body: exportReplyOf(account, id, now), fileName: 'account.json' };
}

const userGone = {
  ok: false,
  code: 'session_required',
  detail: 'The account was deleted a moment ago, and its sessions with it.',
} as const;

export const handler = forSession(exportUser, exportAll, (db) => accountStore(db));
