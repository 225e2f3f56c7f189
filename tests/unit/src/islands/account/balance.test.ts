import { afterEach, expect, it, vi } from 'vitest';
import { dismissedWarning } from '../../../../../src/client/state/former-user.ts';
import { DAY_MS } from '../../../../../src/contract/durations.ts';
import type { WalletReply } from '../../../../../src/contract/entries.ts';
import { outlookOf, shouldWarn } from '../../../../../src/islands/account/Balance.tsx';
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

const nowMs = Date.parse('2026-11-22T12:00:00Z');
const inDays = (days: number) => new Date(nowMs + days * DAY_MS).toISOString();

function walletOf(ends: readonly number[], used: number): WalletReply {
  const grants = ends.map((days, index) => ({
    id: `${index}`,
    source: 'purchase' as const,
    remaining: 10,
    expiresAt: inDays(days),
  }));
  const available = grants.length * 10;
  const recent = { used, since: inDays(-10) };
  return { available, held: 0, grants, expiringSoon: 0, owed: 0, low: false, recent };
}

it.each([
  ['until the day when they are used up', [300, 20, 365], 15, 20, 20],
  ['to no such day, when some end before', [20, 8], 1, 8, undefined],
  ['to no such day, when none were used', [20], 0, 20, undefined],
] as const)('at the pace of the last days, credits last %s', (_, ends, used, next, until) => {
  expect(outlookOf(walletOf(ends, used), nowMs)).toMatchObject({
    next: { expiresAt: inDays(next) },
    used,
    until: until === undefined ? undefined : inDays(until),
  });
});

it('without credits nothing ends', () => {
  expect(outlookOf(walletOf([], 3), nowMs)).toBeUndefined();
});
