import { accountStore } from '../adapters/postgres/account/account-store.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import type { AccountStore } from '../domain/account/account-store.ts';
import { exportReplyOf } from '../domain/account/export-reply.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Handler, Refusal } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';

interface Deps {
  readonly accounts: Pick<AccountStore, 'read'>;
  readonly sessions: SessionStore;
}

/** Everything that is held about the caller, as a file (GDPR, articles 15 and 20). */
export const exportUser: Handler<'exportUser', Deps> = async ({ caller, now }, { accounts }) => {
  const { id, userId } = caller.session;
  const account = await accounts.read({ userId, walletId: caller.account.walletId, now });
  if (!account) return userGone;
  return { status: 200, body: exportReplyOf(account, id, now), fileName: 'account.json' };
};

const userGone: Refusal = {
  problem: 'session_required',
  detail: 'The account was deleted a moment ago, and its sessions with it.',
};

export const handler = lambda('exportUser', exportUser, (env) => ({
  accounts: accountStore(database(env)),
  sessions: sessionStore(database(env)),
  buckets: bucketStore(database(env)),
}));
