import { expect, test } from 'vitest';
import type {
  AccountRecord,
  AccountStore,
} from '../../../../functions/domain/account/account-store.ts';
import { exportAll } from '../../../../functions/user/export.ts';
import { accountRecord } from '../../../support/accounts.ts';
import { account, now, sessionCaller } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';
import { userSession } from '../../../support/user-sessions.ts';

async function exported(record: AccountRecord | undefined) {
  const asked: Parameters<AccountStore['read']>[0][] = [];
  const accounts: Pick<AccountStore, 'read'> = {
    read: async (wanted) => {
      asked.push(wanted);
      return record;
    },
  };
  const request = { ...plainRequest, caller: sessionCaller };
  const reply = await exportAll(request, accounts);
  expect(asked).toEqual([{ userId: 'user-1', walletId: account.walletId, now }]);
  return reply;
}

test('the caller gets a file of their account, in which the session of the call is marked', async () => {
  expect(await exported(accountRecord({ sessions: [userSession()] }))).toMatchObject({
    status: 200,
    fileName: 'account.json',
    body: { profile: account.profile, sessions: [{ id: 'session-1', current: true }] },
  });
});

test('a caller who was deleted meanwhile has no session any more', async () => {
  expect(await exported(undefined)).toMatchObject({ code: 'session_required' });
});
