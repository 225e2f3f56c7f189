import { expect, it } from 'vitest';
import {
  beginCheckoutTrip,
  endCheckoutTrip,
} from '../../../../../src/client/state/pending-checkout.ts';

it('a tab that left for the payment page comes back once', () => {
  const kept = new Map<string, string>();
  const storage = () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  expect(endCheckoutTrip(storage)).toBe(false);
  beginCheckoutTrip(storage);
  expect([endCheckoutTrip(storage), endCheckoutTrip(storage)]).toEqual([true, false]);
});

it('a browser that keeps nothing knows of no trip', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  beginCheckoutTrip(blocked);
  expect(endCheckoutTrip(blocked)).toBe(false);
});
