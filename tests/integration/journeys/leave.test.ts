import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { sessionTokenHash } from '../../../functions/http/session-cookie.ts';
import { exportSchema } from '../../../src/contract/export.ts';
import { startApi } from './api.ts';
import { callAsUser, signIn, type UserCall, walletOf } from './signed-in.ts';

let sub: string;
let email: string;
let cookie: string;
let walletId: string;
let users = 0;

const api = await startApi();
afterAll(api.close);

beforeEach(async () => {
  users += 1;
  sub = `auth0|ada-${users}`;
  email = `ada-${users}@example.com`;
  cookie = await signIn(api, sub, { claims: { email } });
  walletId = await walletOf(api, sub);
});

afterAll(async () => {
  expect(await auditLedger(api.db)).toEqual([]);
  expect(api.logged.join('\n')).not.toMatch(/@example\.com|auth0\|/);
});

function remove(confirm: unknown, call: UserCall = {}): Promise<Response> {
  const body = { confirm };
  return callAsUser(api, cookie, '/api/user', { method: 'DELETE', body, ...call });
}

function tokenHash(): string {
  return sessionTokenHash(cookie.replace('session=', ''));
}

async function ageSession(minutes: number): Promise<void> {
  await api.db
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - minutes * 60_000) })
    .where('token_hash', '=', tokenHash())
    .executeTakeFirstOrThrow();
}

async function expectRefused(answer: Response, status: number, code: string): Promise<void> {
  expect(answer.status).toBe(status);
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({ code });
  expect(text).not.toContain(email);
  expect(answer.headers.getSetCookie()).toEqual([]);
}

describe('the export', () => {
  test('is a file with everything that we store, and nothing that opens anything', async () => {
    const keyed = { idempotencyKey: 'key-1', actor: 'service render farm', now: new Date() };
    const command = { walletId, amountCredits: 21, lifeMs: 60_000, reference: 'run 7' };
    await ledgerStore(api.db).hold({ ...command, keyed });
    const answer = await callAsUser(api, cookie, '/api/user/export');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="account.json"');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const text = await answer.text();
    expect(exportSchema.parse(JSON.parse(text))).toMatchObject({
      cut: [],
      profile: { sub, email, email_verified: true, name: 'Ada' },
      sessions: [{ current: true, userAgent: 'Test/1.0' }],
      devices: ['?/?'],
      trial: { grantedAt: expect.any(String) },
      wallet: { id: walletId, available: 4, held: 21, owed: 0 },
      lots: [{ source: 'trial', amount: 25, remaining: 4, held: 21 }],
      holds: [{ amount: 21, state: 'open', captured: 0, reference: 'run 7' }],
      entries: [
        { kind: 'hold', note: 'run 7' },
        { kind: 'grant', source: 'trial' },
      ],
      purchases: [],
    });
    const { key } = await api.db
      .selectFrom('trials')
      .where('wallet_id', '=', walletId)
      .select('key')
      .executeTakeFirstOrThrow();
    for (const secret of [key, tokenHash(), 'key-1']) expect(text).not.toContain(secret);
  });

  test('has the caller’s own data only', async () => {
    const other = await signIn(api, `eve-${users}`);
    const text = await (await callAsUser(api, other, '/api/user/export')).text();
    for (const mine of [sub, email, walletId]) expect(text).not.toContain(mine);
  });
});

describe('the deletion', () => {
  test('takes the user and every session, and the cookies', async () => {
    const other = await signIn(api, sub, { claims: { email } });
    const answer = await remove(email);
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=; Path=\/; Max-Age=0; /),
      expect.stringMatching(/^signed_in=; Path=\/; Max-Age=0; /),
    ]);
    for (const gone of [cookie, other]) {
      expect((await callAsUser(api, gone, '/api/auth/me')).status).toBe(204);
      expect((await callAsUser(api, gone, '/api/user/export')).status).toBe(401);
    }
  });

  test('leaves the ledger, in which nothing names the person', async () => {
    const { entries, lots, trials } = await api.stored();
    expect((await remove(email)).status).toBe(204);
    const { outbox = [], ...after } = await api.stored();
    expect(after).toMatchObject({ entries, lots, trials });
    const text = JSON.stringify(after);
    for (const name of [sub, email]) expect(text).not.toContain(name);
    expect(text).toContain(walletId);
    // The message that says so has the address until it is sent, or given up.
    const naming = outbox.map(String).filter((row) => row.includes(email));
    expect(naming).toEqual([expect.stringContaining('account_deleted')]);
  });
});

describe('nothing is deleted', () => {
  test.each<[string, () => unknown]>([
    ['a list with the address', () => [email]],
    ['too long a text', () => 'a'.repeat(401)],
  ])('when the confirmation is %s', async (_what, confirm) => {
    const before = await api.stored();
    await expectRefused(await remove(confirm()), 422, 'confirmation_wrong');
    expect(await api.stored()).toEqual(before);
  });

  test('when the sign-in is more than ten minutes old', async () => {
    await ageSession(11);
    const before = await api.stored();
    await expectRefused(await remove(email), 403, 'sign_in_too_old');
    expect(await api.stored()).toEqual(before);
    await ageSession(9);
    expect((await remove(email)).status).toBe(204);
  });
});
