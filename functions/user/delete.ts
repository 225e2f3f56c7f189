import {
  deleteUser,
  deletionSignInMinutes,
  isConfirmed,
  isRecentSignIn,
} from '../../src/contract/account.ts';
import { accountStore } from '../adapters/postgres/account/account-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { AccountStore } from '../domain/account/account-store.ts';
import { fingerprintsOf } from '../domain/account/departure.ts';
import type { Reply } from '../http/handler.ts';
import { trialKeySecretOf } from '../settings.ts';

interface Deps {
  readonly accounts: Pick<AccountStore, 'remove'>;
  readonly trialKeySecret: string;
}

/**
 * Deletes the caller with all their sessions. The ledger stays, under an id without a person. The
 * key of the trial stays too: a person who signs in again is a new user, and gets no second trial.
 * Debts, open holds and payments under way do not stop the deletion: `docs/credits.md` has the rule.
 */
export async function remove(
  { caller, body, now }: SessionRequest<typeof deleteUser>,
  { accounts, trialKeySecret }: Deps,
): Promise<Reply<typeof deleteUser>> {
  if (!isRecentSignIn(caller.session.createdAt.getTime(), now.getTime())) return signInTooOld;
  if (!isConfirmed(body.confirm, caller.account.profile)) return confirmationWrong;
  const { userId } = caller.session;
  const { walletId, profile } = caller.account;
  const fingerprints = fingerprintsOf(profile, trialKeySecret);
  await accounts.remove({ userId, walletId, fingerprints, now });
  return { status: 204, session: 'ended' };
}

const signInTooOld = {
  ok: false,
  code: 'sign_in_too_old',
  detail: `An account is deleted at most ${deletionSignInMinutes} minutes after a sign-in. Sign out, sign in again, and call then.`,
} as const;

const confirmationWrong = {
  ok: false,
  code: 'confirmation_wrong',
  detail:
    'The field "confirm" must be the e-mail address of the account, or its "sub" when it has none.',
} as const;

export const handler = forSession(deleteUser, remove, (db, env) => ({
  accounts: accountStore(db),
  trialKeySecret: trialKeySecretOf(env),
}));
