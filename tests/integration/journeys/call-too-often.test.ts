import { afterAll, expect, test } from 'vitest';
import { type LimitName, limits } from '../../../src/contract/limits.ts';
import { startApi } from './api.ts';
import { postUser } from './post-user.ts';

const api = await startApi();
afterAll(api.close);

/** Calls until a refusal, with as many calls to spare as half a minute refills. */
async function callUntilRefused(limit: LimitName, call: () => Promise<Response>) {
  const { burstCalls, refillMs } = limits[limit];
  for (let passed = 0; passed < burstCalls + 30_000 / refillMs; passed += 1) {
    const answer = await call();
    if (answer.status === 429) return { passed, answer };
    await answer.body?.cancel();
  }
  throw new Error(`the limit ${limit} was never met`);
}

// The last test: it uses up the sign-ins of this address.
test('a caller who tries ID tokens again and again is refused before they are verified', async () => {
  const before = await api.stored();
  const tryToken = () => postUser(api, '{"sub":"ada"}', { authorization: 'Bearer a.b.c' });
  const { passed, answer } = await callUntilRefused('ceremony', tryToken);
  expect(passed).toBeGreaterThan(limits.ceremony.burstCalls - 10);
  expect(await answer.json()).toMatchObject({ code: 'rate_limited' });
  expect(await api.stored()).toEqual(before);
});
