import { expect, test } from 'vitest';
import { makeSlots, type Slots } from '../../../../functions/flows/slots.ts';
import { impatient, patient } from '../../../support/runs.ts';

/** Work that the test ends. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

/** Takes a slot, and waits for it at most a second. */
function enter<Value>(slots: Slots, owner: string, work: () => Promise<Value>) {
  return slots.run(owner, 1_000, work);
}

test('work runs at once while there are free slots, and returns its value', async () => {
  const slots = makeSlots(1, 0, patient);
  expect(await enter(slots, 'ada', async () => 7)).toEqual({ value: 7 });
  expect(await enter(slots, 'ada', async () => 8)).toEqual({ value: 8 });
});

test('at most as much work runs as there are slots', async () => {
  const slots = makeSlots(2, 10, patient);
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
  const slots = makeSlots(1, 10, patient);
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
  const slots = makeSlots(1, 1, patient);
  const { work, end } = openWork();
  const both = [enter(slots, 'ada', work), enter(slots, 'ada', work)];
  expect(await enter(slots, 'bob', work)).toBeUndefined();
  end();
  expect(await Promise.all(both)).toEqual([{ value: undefined }, { value: undefined }]);
});

test('work that has waited long enough is refused, and leaves its place free', async () => {
  const slots = makeSlots(1, 1, impatient);
  const { work, end } = openWork();
  const first = enter(slots, 'ada', work);
  expect(await enter(slots, 'bob', work)).toBeUndefined();
  end();
  await first;
  expect(await enter(slots, 'bob', async () => 1)).toEqual({ value: 1 });
});

test('work that fails frees its slot', async () => {
  const slots = makeSlots(1, 1, patient);
  const failing = enter(slots, 'ada', () => Promise.reject(new Error('a bug')));
  await expect(failing).rejects.toThrow('a bug');
  expect(await enter(slots, 'ada', async () => 1)).toEqual({ value: 1 });
});
