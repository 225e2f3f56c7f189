import { expect, test } from 'vitest';
import { virtualClock } from '../../../bench/scale/virtual-clock.ts';
import { seededRandom } from '../../../support/random.ts';

test('hours pass at once, and whoever waits is woken in the order of time', async () => {
  const clock = virtualClock();
  const random = seededRandom(7);
  const woken: number[] = [];
  const waits = Array.from({ length: 500 }, () => Math.floor(random() * 3_600_000));
  const waiting = waits.map(async (ms) => {
    await clock.wait(ms);
    woken.push(clock.now());
  });
  await clock.run();
  await Promise.all(waiting);
  expect(woken).toEqual(waits.toSorted((a, b) => a - b));
});

test('of those who wait for the same time, the first to come is woken first', async () => {
  const clock = virtualClock();
  const woken: string[] = [];
  for (const name of ['a', 'b', 'c']) void clock.wait(5).then(() => woken.push(name));
  await clock.run();
  expect(woken).toEqual(['a', 'b', 'c']);
});

test('who waits again goes on from there', async () => {
  const clock = virtualClock();
  const told: number[] = [];
  const twice = async () => {
    await clock.wait(10);
    told.push(clock.now());
    await clock.wait(10);
    told.push(clock.now());
  };
  const both = Promise.all([twice(), clock.wait(15).then(() => told.push(clock.now()))]);
  await clock.run();
  await both;
  expect(told).toEqual([10, 15, 20]);
});
