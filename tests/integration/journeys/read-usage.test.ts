import { beforeAll, expect, test, vi } from 'vitest';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { usageLength, usagePeriods, usageSchema } from '../../../src/contract/usage.ts';
import { type Api, startApi } from './api.ts';
import { callAsUser, signIn, walletOf } from './signed-in.ts';

vi.mock('../../../src/site.config.ts', () => import('../../support/example-site.ts'));

const path = '/api/credits/usage';

let api: Api;
let cookie: string;

beforeAll(async () => {
  api = await startApi();
  cookie = await signIn(api, 'ada');
  const ledger = ledgerStore(api.db);
  const keyed = (idempotencyKey: string) => ({ idempotencyKey, actor: 'test', now: new Date() });
  const walletId = await walletOf(api, 'ada');
  const command = { walletId, amountCredits: 10, lifeMs: 60_000, reference: 'run' };
  const held = await ledger.hold({ ...command, keyed: keyed('hold') });
  if (!held.ok) throw new Error(held.code);
  await ledger.capture({ holdId: held.body.id, amountCredits: 4, keyed: keyed('capture') });
  return api.close;
});

test.each(usagePeriods)('usage by %s adds up to the balance', async (by) => {
  const answer = await callAsUser(api, cookie, `${path}?by=${by}`);
  expect(answer.status).toBe(200);
  const { buckets, ...rest } = usageSchema.parse(await answer.json());
  expect(rest).toEqual({ by });
  expect(buckets).toHaveLength(usageLength[by]);
  expect(buckets.at(-1)).toMatchObject({ added: 25, used: 4, expired: 0, balance: 21 });
  expect(buckets.at(0)).toMatchObject({ added: 0, used: 0, balance: 0 });
});

test('usage is by day by default', async () => {
  expect(await (await callAsUser(api, cookie, path)).json()).toMatchObject({ by: 'day' });
});

test.each(['by=hour', 'by=', 'by=Day', 'by=day&by=week', 'by=toString'])(
  'the query %s is refused',
  async (query) => {
    const answer = await callAsUser(api, cookie, `${path}?${query}`);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: 'query_invalid' });
  },
);

test('usage needs a session', async () => {
  expect((await callAsUser(api, '', path)).status).toBe(401);
});
