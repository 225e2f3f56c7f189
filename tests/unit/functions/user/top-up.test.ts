import { expect, test } from 'vitest';
import { handler as endHandler } from '../../../../functions/user/end-top-up.ts';
import { save } from '../../../../functions/user/save-top-up.ts';
import { read } from '../../../../functions/user/top-up.ts';
import { exactRoute } from '../../../../src/contract/exact-route.ts';
import { currencies, packs } from '../../../../src/contract/prices.ts';
import { readTopUp, saveTopUp, topUpRuleSchema } from '../../../../src/contract/top-up.ts';
import { now, sessionCaller } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

const [pack] = packs;
const [currency] = currencies;
const priceMinor = pack.priceMinor[currency];
const rule = {
  ...{ below: 20, upTo: 20, pack: pack.id, currency },
  ...{ mostMinor: 2 * priceMinor, priceMinor },
};
const request = { ...plainRequest, caller: sessionCaller, now };

test('a rule is stored for the caller, with the price that they saw', async () => {
  const stored: unknown[] = [];
  const topUps = {
    save: async (...args: unknown[]) => {
      stored.push(args);
      return { ok: true } as const;
    },
  };
  expect(await save({ ...request, body: rule }, topUps)).toEqual({ status: 204 });
  expect(stored).toEqual([[sessionCaller.account.walletId, rule, now]]);
});

test.each([1, priceMinor - 1, priceMinor + 1, Number.MAX_SAFE_INTEGER])(
  'a rule for the price of %d is refused with the price of now, and not stored',
  async (seen) => {
    const topUps = { save: async () => expect.fail('nobody agreed to this price') };
    const refused = await save({ ...request, body: { ...rule, priceMinor: seen } }, topUps);
    expect(refused).toMatchObject({ ok: false, code: 'quote_changed', facts: { priceMinor } });
  },
);

test('a rule without a saved card is refused, and says what to do', async () => {
  const topUps = { save: async () => ({ ok: false, code: 'card_not_saved' }) as const };
  const refused = await save({ ...request, body: rule }, topUps);
  expect(refused).toMatchObject({ ok: false, code: 'card_not_saved' });
  expect(refused).toHaveProperty('detail', expect.stringContaining('saveCard'));
});

test('a rule whose dearest charge passes the limit is refused with that charge', async () => {
  const refusal = { ok: false, code: 'top_up_over_limit', chargeMinor: 3 * priceMinor } as const;
  const refused = await save({ ...request, body: rule }, { save: async () => refusal });
  const facts = { chargeMinor: 3 * priceMinor };
  expect(refused).toMatchObject({ ok: false, code: 'top_up_over_limit', facts });
});

test('the state is that of the caller', async () => {
  const topUps = {
    read: async (walletId: string) => ({
      state: walletId === sessionCaller.account.walletId ? ('off' as const) : ('on' as const),
      ...{ spent: [], charging: false },
    }),
  };
  const answer = await read(request, topUps);
  expect(answer).toEqual({ status: 200, body: { state: 'off', spent: [], charging: false } });
  const body = 'body' in answer ? answer.body : undefined;
  expect(readTopUp.replies[200].safeParse(body).success).toBe(true);
  expect(endHandler).toBeTypeOf('function');
});

test.each<[string, object]>([
  ['a mark below nothing', { below: -1 }],
  ['a mark of nothing', { below: 0 }],
  ['a mark that is no whole number', { below: 1.5 }],
  ['a huge mark', { below: 1_000_000_001 }],
  ['a mark as text', { below: '20' }],
  ['no mark', { below: undefined }],
  ['a level below the mark', { upTo: 19 }],
  ['no level', { upTo: undefined }],
  ['a huge level', { upTo: 1_000_000_001 }],
  ['a limit of nothing', { mostMinor: 0 }],
  ['no limit', { mostMinor: undefined }],
  ['a limit with a fraction', { mostMinor: 0.5 }],
  ['a limit that Stripe has in no currency', { mostMinor: 10 ** 12 }],
  ['a count of packs instead of a limit', { mostMinor: undefined, monthly: 2 }],
  ['an unknown pack', { pack: 'no-such-pack' }],
  ['a currency in which nothing is sold', { currency: 'XAU' }],
  ['no price', { priceMinor: undefined }],
  ['a price of nothing', { priceMinor: 0 }],
  ['a price below nothing', { priceMinor: -500 }],
  ['a price as text', { priceMinor: '500' }],
  ['a price with a fraction', { priceMinor: 499.5 }],
  ['a price that no number holds', { priceMinor: 2 ** 53 }],
])('%s is refused', (_what, change) => {
  const { body } = exactRoute(saveTopUp);
  const parse = (value: unknown) => (typeof body === 'object' ? body.safeParse(value) : undefined);
  expect(parse(rule)?.success).toBe(true);
  expect(parse({ ...rule, ...change })?.success).toBe(false);
});

test.each([null, [], 'on', 7])('a rule that is %j is refused', (value) => {
  expect(topUpRuleSchema.safeParse(value).success).toBe(false);
});
