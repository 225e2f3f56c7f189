import { expect, it } from 'vitest';
import type { ListedSession } from '../../../../../src/contract/account.ts';
import type { Purchase, PurchaseState } from '../../../../../src/contract/checkout.ts';
import words from '../../../../../src/i18n/en/account.json';
import { isSessionRecent, openEnds } from '../../../../../src/islands/account/DeleteAccount.tsx';

const signedInMs = Date.parse('2026-11-21T12:00:00.000Z');

function session(current: boolean, createdAtMs: number): ListedSession {
  const createdAt = new Date(createdAtMs).toISOString();
  return { id: 'a', createdAt, lastSeenAt: createdAt, expiresAt: createdAt, current };
}

it.each([
  [0, true],
  [600_000, true],
  [600_001, false],
])('a sign-in of %i ms ago is recent: %s', (agoMs, isRecent) => {
  const sessions = [session(false, 0), session(true, signedInMs)];
  expect(isSessionRecent(sessions, signedInMs + agoMs)).toBe(isRecent);
});

it('a sign-in counts as recent when the sessions are unknown', () => {
  expect(isSessionRecent(undefined, signedInMs)).toBe(true);
});

const format = {
  credits: (count: number) => `${count} credits`,
  money: (minor: number, currency: string) => `${currency} ${minor / 100}`,
};
const balance = { available: 0, grants: [], expiringSoon: 0, low: false };

it('names a debt, held credits and each payment that may still come', () => {
  const purchase = (state: PurchaseState, amountMinor: number): Purchase => ({
    id: '0195f0a0-0000-7000-8000-0000000000aa',
    pack: 'medium',
    credits: 500,
    currency: 'USD',
    amountMinor,
    state,
    automatic: false,
    payable: false,
    takenBackMinor: 0,
    takenBackCredits: 0,
    createdAt: '2026-11-21T12:00:00.000Z',
  });
  const purchases = [
    purchase('pending', 2_000),
    purchase('unconfirmed', 500),
    purchase('paid', 900),
    purchase('abandoned', 700),
  ];
  const told = openEnds({
    labels: words.account,
    format,
    balance: { ...balance, owed: 499, held: 5 },
    purchases,
  });
  expect(told).toHaveLength(4);
  expect(told.join(' ')).toMatch(/499 credits.*5 credits.*USD 20 .*USD 5 /);
});

it('names nothing when nothing is open, or nothing is known', () => {
  const labels = words.account;
  const settled = { ...balance, owed: 0, held: 0 };
  expect(openEnds({ labels, format, balance: settled, purchases: [] })).toEqual([]);
  expect(openEnds({ labels, format, balance: undefined, purchases: [] })).toEqual([]);
});
