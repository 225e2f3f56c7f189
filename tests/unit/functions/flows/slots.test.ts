import { expect, test } from 'vitest';
import { makeSlots, type Slots } from '../../../../functions/flows/slots.ts';
import { impatient, patient } from '../../../support/runs.ts';

/** Work that ends when it is told to. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

/** Takes a place, waiting for it at most a second. */
function enter<Value>(slots: Slots, owner: string, work: () => Promise<Value>) {
  return slots.run(owner, 1_000, work);
}

test('work is done at once while there are places, and gives its value', async () => {
  const slots = makeSlots(1, 0, patient);
  expect(await enter(slots, 'ada', async () => 7)).toEqual({ value: 7 });
  expect(await enter(slots, 'ada', async () => 8)).toEqual({ value: 8 });
});

test('no more work is under way than there are places', async () => {
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

test('who waits takes turns with the others, whoever came first', async () => {
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

test('who is one too many is turned away at once', async () => {
  const slots = makeSlots(1, 1, patient);
  const { work, end } = openWork();
  const both = [enter(slots, 'ada', work), enter(slots, 'ada', work)];
  expect(await enter(slots, 'bob', work)).toBeUndefined();
  end();
  expect(await Promise.all(both)).toEqual([{ value: undefined }, { value: undefined }]);
});

test('who has waited long enough goes without, and leaves no gap', async () => {
  const slots = makeSlots(1, 1, impatient);
  const { work, end } = openWork();
  const first = enter(slots, 'ada', work);
  expect(await enter(slots, 'bob', work)).toBeUndefined();
  end();
  await first;
  expect(await enter(slots, 'bob', async () => 1)).toEqual({ value: 1 });
});

test('work that fails gives its place on', async () => {
  const slots = makeSlots(1, 1, patient);
  const failing = enter(slots, 'ada', () => Promise.reject(new Error('a bug')));
  await expect(failing).rejects.toThrow('a bug');
  expect(await enter(slots, 'ada', async () => 1)).toEqual({ value: 1 });
});
