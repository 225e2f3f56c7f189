import { expect, test } from 'vitest';
import type {
  AccountRecord,
  AccountStore,
} from '../../../../functions/domain/account/account-store.ts';
import { exportAll } from '../../../../functions/user/export.ts';
import { account, now, sessionCaller } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

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

test('a caller who was deleted meanwhile has no session any more', async () => {
  expect(await exported(undefined)).toMatchObject({ code: 'session_required' });
});
