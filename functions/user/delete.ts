import { deletionSignInMinutes, isConfirmed, isRecentSignIn } from '../../src/contract/account.ts';
import { accountStore } from '../adapters/postgres/account/account-store.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import type { AccountStore } from '../domain/account/account-store.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Handler, Refusal } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';

interface Deps {
  readonly accounts: Pick<AccountStore, 'remove'>;
  readonly sessions: SessionStore;
}

/**
 * Deletes the caller with all their sessions. The ledger stays, under an id that leads to nobody
 * any more, and so does the key of the trial: whoever signs in again is new, and gets no second.
 */
export const deleteUser: Handler<'deleteUser', Deps> = async (request, { accounts }) => {
  const { caller, body, now } = request;
  if (!isRecentSignIn(caller.session.createdAt.getTime(), now.getTime())) return signInTooOld;
  if (!isConfirmed(body.confirm, caller.account.profile)) return confirmationWrong;
  const { userId } = caller.session;
  await accounts.remove({ userId, walletId: caller.account.walletId, now });
  return { status: 204, session: 'ended' };
};

const signInTooOld: Refusal = {
  problem: 'sign_in_too_old',
  detail: `An account is deleted at most ${deletionSignInMinutes} minutes after a sign-in. Sign out, sign in again, and call then.`,
};

const confirmationWrong: Refusal = {
  problem: 'confirmation_wrong',
  detail:
    'The field "confirm" must be the e-mail address of the account, or its "sub" when it has none.',
};

export const handler = lambda('deleteUser', deleteUser, (env) => ({
  accounts: accountStore(database(env)),
  sessions: sessionStore(database(env)),
  buckets: bucketStore(database(env)),
}));
