import { expect, test } from 'vitest';
import { remove } from '../../../../functions/user/delete.ts';
import type { Profile } from '../../../../src/contract/user.ts';
import { account, now, sessionCaller, storedSession } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

const MINUTE_MS = 60_000;

async function removal(
  confirm: string,
  { minutesAgo = 1, profile = account.profile }: { minutesAgo?: number; profile?: Profile } = {},
) {
  const removed: string[] = [];
  const accounts = {
    remove: async ({ userId }: { readonly userId: string }) => {
      removed.push(userId);
    },
  };
  const createdAt = new Date(now.getTime() - minutesAgo * MINUTE_MS);
  const session = storedSession({ createdAt });
  const caller = { ...sessionCaller, session, account: { ...account, profile } };
  const request = { ...plainRequest, method: 'DELETE', body: { confirm }, caller };
  const reply = await remove(request, { accounts, trialKeySecret: 'secret' });
  return { reply, removed };
}

const done = { reply: { status: 204, session: 'ended' }, removed: ['user-1'] };

test.each(['ada@example.com', ' Ada@Example.com'])('%j deletes the caller', async (confirm) => {
  expect(await removal(confirm)).toEqual(done);
});

test('a user without an address types the subject', async () => {
  expect(await removal('auth0|2', { profile: { sub: 'auth0|2' } })).toEqual(done);
});

test.each(['', 'bob@example.com', 'auth0|1', 'delete'])('%j deletes nobody', async (confirm) => {
  const { reply, removed } = await removal(confirm);
  expect(reply).toMatchObject({ code: 'confirmation_wrong' });
  expect(JSON.stringify(reply)).not.toContain('ada@');
  expect(removed).toEqual([]);
});

test('a sign-in of ten minutes ago is recent enough', async () => {
  expect(await removal('ada@example.com', { minutesAgo: 10 })).toEqual(done);
});

test('an older sign-in is refused, whatever the user types', async () => {
  for (const confirm of ['ada@example.com', 'x']) {
    const { reply, removed } = await removal(confirm, { minutesAgo: 10.001 });
    expect(reply).toMatchObject({ code: 'sign_in_too_old' });
    expect(removed).toEqual([]);
  }
});
