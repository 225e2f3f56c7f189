import { afterEach, describe, expect, it, vi } from 'vitest';
import { pendingCheckout, pendingFlow } from '../../../../../src/client/state/pending.ts';
import { blockStorage, stubStorage } from '../../../../support/browser-storage.ts';

afterEach(() => vi.unstubAllGlobals());

it('a pending checkout is stored until it is cleared', () => {
  const texts = stubStorage('sessionStorage');
  expect(pendingCheckout.read()).toBeUndefined();
  pendingCheckout.write('begun');
  expect([pendingCheckout.read(), texts.get('checkout')]).toEqual(['begun', 'begun']);
  pendingCheckout.write('');
  expect(pendingCheckout.read()).toBeUndefined();
});

describe('a pending flow', () => {
  it('is stored until it is cleared, however often it is read', () => {
    const texts = stubStorage('sessionStorage');
    pendingFlow.write('social-card');
    expect([pendingFlow.read(), pendingFlow.read()]).toEqual(['social-card', 'social-card']);
    expect([...texts]).toEqual([['flowTrip', 'social-card']]);
    pendingFlow.write('');
    expect(pendingFlow.read()).toBeUndefined();
  });

  it.each(['', '//evil.example', 'a/../b', 'A', `a${'b'.repeat(40)}`])(
    'is none when the storage has %j',
    (flowTrip) => {
      stubStorage('sessionStorage', { flowTrip });
      expect(pendingFlow.read()).toBeUndefined();
    },
  );
});

it('nothing is pending in a browser that blocks its storage', () => {
  blockStorage('sessionStorage');
  pendingCheckout.write('begun');
  pendingFlow.write('social-card');
  expect([pendingCheckout.read(), pendingFlow.read()]).toEqual([undefined, undefined]);
});
