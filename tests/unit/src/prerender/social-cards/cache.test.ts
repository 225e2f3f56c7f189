import { expect, it } from 'vitest';
import { keep } from '../../../../../src/prerender/social-cards/cache.ts';

it('makes a value once, for all who ask', async () => {
  const kept = new Map<string, Promise<number>>();
  let made = 0;
  const ask = () => keep(kept, 'a', async () => (made += 1));
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  expect(await ask()).toBe(1);
});

it('tries again after a failure, which everybody hears who asked meanwhile', async () => {
  const kept = new Map<string, Promise<number>>();
  const fail = () => keep(kept, 'a', () => Promise.reject(new Error('no file')));
  const outcomes = await Promise.allSettled([fail(), fail()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await keep(kept, 'a', async () => 7)).toBe(7);
});
