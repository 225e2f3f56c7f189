import { afterEach, expect, it, vi } from 'vitest';
import { dismissedWarning } from '../../../../../src/client/state/former-user.ts';
import { shouldWarn } from '../../../../../src/islands/account/Balance.tsx';
import { blockStorage, stubStorage } from '../../../../support/browser-storage.ts';

afterEach(() => vi.unstubAllGlobals());

it('a dismissed warning returns after the balance has risen and fallen again', () => {
  stubStorage('localStorage');
  const warn = (isLow: boolean) => shouldWarn(isLow, 'local|ann');
  expect([warn(false), warn(true), warn(true)]).toEqual([false, true, true]);
  dismissedWarning.write('local|ann');
  expect([warn(true), warn(false), warn(true)]).toEqual([false, false, true]);
});

it('a user dismisses the warning for themselves and for nobody else', () => {
  const texts = stubStorage('localStorage');
  dismissedWarning.write('local|ann');
  expect(shouldWarn(true, 'local|bob')).toBe(true);
  expect(shouldWarn(false, 'local|bob')).toBe(false);
  expect(texts.get('lowBalancePutAway')).toBe('local|ann');
});

it('every page warns when the browser blocks its storage', () => {
  blockStorage('localStorage');
  dismissedWarning.write('local|ann');
  expect(shouldWarn(true, 'local|ann')).toBe(true);
  expect(shouldWarn(false, 'local|ann')).toBe(false);
});
