import { expect, test } from 'vitest';
import { ContentionError } from '../../../../../../functions/adapters/postgres/connection/errors.ts';
import { walletQueue } from '../../../../../../functions/adapters/postgres/ledger/wallet-queue.ts';

/** Work that the test ends, and that records when it begins. */
function work(name: string, begun: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = () => {
    begun.push(name);
    return promise;
  };
  return { run, finish: () => resolve(name), fail: () => reject(new Error(name)) };
}

test('work on one wallet begins when the earlier work has ended, in the order of the calls', async () => {
  const begun: string[] = [];
  const [first, second, third] = [work('1', begun), work('2', begun), work('3', begun)];
  const all = [first, second, third].map(({ run }) => walletQueue('wallet', run));
  third.finish();
  second.finish();
  await Promise.resolve();
  expect(begun).toEqual(['1']);
  first.finish();
  expect(await Promise.all(all)).toEqual(['1', '2', '3']);
  expect(begun).toEqual(['1', '2', '3']);
});

test('work that fails rejects its caller, and the next work begins', async () => {
  const begun: string[] = [];
  const [bad, good] = [work('bad', begun), work('good', begun)];
  const failing = walletQueue('wallet', bad.run);
  const waiting = walletQueue('wallet', good.run);
  bad.fail();
  good.finish();
  await expect(failing).rejects.toThrow('bad');
  expect(await waiting).toBe('good');
});

test('work on another wallet does not wait', async () => {
  const begun: string[] = [];
  const [one, other] = [work('one', begun), work('other', begun)];
  const slow = walletQueue('wallet', one.run);
  other.finish();
  expect(await walletQueue('another wallet', other.run)).toBe('other');
  one.finish();
  await slow;
});

test('work beyond the limit is refused, and the waiting work still runs', async () => {
  const most = 2_000;
  const { run, finish } = work('first', []);
  const all = [walletQueue('wallet', run)];
  for (let count = 1; count < most; count += 1) all.push(walletQueue('wallet', async () => 'next'));
  await expect(walletQueue('wallet', async () => 'one more')).rejects.toThrow(ContentionError);
  finish();
  expect(await Promise.all(all)).toHaveLength(most);
  expect(await walletQueue('wallet', async () => 'later')).toBe('later');
});
