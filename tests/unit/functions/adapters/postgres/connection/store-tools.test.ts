import { expect, test } from 'vitest';
import {
  firstIdOf,
  newId,
} from '../../../../../../functions/adapters/postgres/connection/store-tools.ts';

const time = new Date('2026-11-21T12:00:00.000Z');
const before = new Date(time.getTime() - 1);

test('an id is a UUIDv7 that sorts by its time', () => {
  expect(newId(time)).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(newId(before) < newId(time)).toBe(true);
});

test('the first id of a time lies between the ids made before it and those made at it', () => {
  for (let round = 0; round < 100; round += 1) {
    expect(newId(before) < firstIdOf(time)).toBe(true);
    expect(firstIdOf(time) <= newId(time)).toBe(true);
  }
});

test('the first id of the earliest time has all its digits', () => {
  expect(firstIdOf(new Date(0))).toBe('00000000-0000-7000-8000-000000000000');
});
