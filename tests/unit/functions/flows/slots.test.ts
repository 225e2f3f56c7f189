import { expect, test } from 'vitest';
import { makeSlots, type Slots } from '../../../../functions/flows/slots.ts';
import type { Timer } from '../../../../functions/flows/timer.ts';
import { impatient, patient } from '../../../support/runs.ts';

/** Work that the test ends. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

/** Slots of which one owner may have all. */
function slotsOf(count: number, maxWaiting: number, timer: Timer): Slots {
  return makeSlots({ count, perOwner: count, maxWaiting }, timer);
}

/** Takes a slot, and waits for it at most a second. */
function enter<Value>(slots: Slots, owner: string, work: () => Promise<Value>) {
  return slots.run(owner, 1_000, work);
}

test('work runs at once while there are free slots, and returns its value', async () => {
  const slots = slotsOf(1, 0, patient);
  expect(await enter(slots, 'ada', async () => 7)).toEqual({ value: 7 });
  expect(await enter(slots, 'ada', async () => 8)).toEqual({ value: 8 });
});

test('at most as much work runs as there are slots', async () => {
  const slots = slotsOf(2, 10, patient);
  let [current, most] = [0, 0];
  const work = async () => {
    current += 1;
    most = Math.max(most, current);
    await Promise.resolve();
    current -= 1;
  };
  await Promise.all(Array.from({ length: 10 }, () => enter(slots, 'ada', work)));
  expect([current, most]).toEqual([0, 2]);
});

test('owners take turns, in whatever order they came', async () => {
  const slots = slotsOf(1, 10, patient);
  const order: string[] = [];
  const { work, end } = openWork();
  const first = enter(slots, 'ada', work);
  const others = ['ada', 'ada', 'bob', 'bob'].map((owner) =>
    enter(slots, owner, async () => void order.push(owner)),
  );
  end();
  await Promise.all([first, ...others]);
  expect(order).toEqual(['bob', 'ada', 'bob', 'ada']);
});

test('work beyond the limit is refused at once', async () => {
  const slots = slotsOf(1, 1, patient);
  const { work, end } = openWork();
  const both = [enter(slots, 'ada', work), enter(slots, 'ada', work)];
  expect(await enter(slots, 'bob', work)).toBeUndefined();
  end();
  expect(await Promise.all(both)).toEqual([{ value: undefined }, { value: undefined }]);
});

test('work that has waited long enough is refused, and leaves its place free', async () => {
  const slots = slotsOf(1, 1, impatient);
  const { work, end } = openWork();
  const first = enter(slots, 'ada', work);
  expect(await enter(slots, 'bob', work)).toBeUndefined();
  end();
  await first;
  expect(await enter(slots, 'bob', async () => 1)).toEqual({ value: 1 });
});

test('work that fails frees its slot', async () => {
  const slots = slotsOf(1, 1, patient);
  const failing = enter(slots, 'ada', () => Promise.reject(new Error('a bug')));
  await expect(failing).rejects.toThrow('a bug');
  expect(await enter(slots, 'ada', async () => 1)).toEqual({ value: 1 });
});

test('an owner has at most their share of the slots, while others work', async () => {
  const slots = makeSlots({ count: 3, perOwner: 1, maxWaiting: 10 }, patient);
  const { work, end } = openWork();
  const order: string[] = [];
  const note = (owner: string) => enter(slots, owner, async () => void order.push(owner));
  const hogs = [enter(slots, 'ada', work), enter(slots, 'bob', work)];
  const second = note('ada');
  await note('eve');
  expect(order).toEqual(['eve']);
  end();
  await Promise.all([...hogs, second]);
  expect(order).toEqual(['eve', 'ada']);
});

test('where too many wait, the owner with the most gives way to one with fewer', async () => {
  const slots = slotsOf(1, 3, patient);
  const { work, end } = openWork();
  const first = enter(slots, 'ada', work);
  const hogs = ['one', 'two', 'three'].map((name) => enter(slots, 'bob', async () => name));
  const others = ['eve', 'fay', 'eve'].map((name) => enter(slots, name, async () => name));
  end();
  await first;
  expect(await Promise.all(hogs)).toEqual([{ value: 'one' }, undefined, undefined]);
  expect(await Promise.all(others)).toEqual([{ value: 'eve' }, { value: 'fay' }, undefined]);
});
