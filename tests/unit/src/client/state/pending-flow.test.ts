import { expect, it } from 'vitest';
import {
  beginFlowTrip,
  endFlowTrip,
  flowLeft,
  flowTripKey,
} from '../../../../../src/client/state/pending-flow.ts';

function storage() {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, open: () => store };
}

it('a tab that left a flow to buy credits knows the way back until it is back', () => {
  const { open } = storage();
  expect(flowLeft(open)).toBeUndefined();
  beginFlowTrip('social-card', open);
  expect([flowLeft(open), flowLeft(open)]).toEqual(['social-card', 'social-card']);
  endFlowTrip(open);
  expect(flowLeft(open)).toBeUndefined();
});

it.each(['', '//evil.example', 'a/../b', 'A', `a${'b'.repeat(40)}`])(
  'the storage leads nowhere when it has %j',
  (stored) => {
    const { kept, open } = storage();
    kept.set(flowTripKey, stored);
    expect(flowLeft(open)).toBeUndefined();
  },
);

it('a browser that keeps nothing knows of no trip', () => {
  const blocked = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  beginFlowTrip('social-card', blocked);
  endFlowTrip(blocked);
  expect(flowLeft(blocked)).toBeUndefined();
});
