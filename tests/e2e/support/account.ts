import { expect, type Page } from 'playwright/test';
import type { ListedSession } from '../../../src/contract/account.ts';
import { type Purchase, purchaseStates } from '../../../src/contract/checkout.ts';
import { type EntryReply, entryKinds, type WalletReply } from '../../../src/contract/entries.ts';
import type { KeyReply } from '../../../src/contract/keys.ts';
import type { Usage } from '../../../src/contract/usage.ts';
import { signInByRequests } from './visitor.ts';

/** Opens the account of somebody new; ends when its parts are there. */
export async function openAccount(page: Page, path?: string): Promise<string> {
  const email = await signInByRequests(page);
  await showAccount(page, path);
  return email;
}

/** Opens the account of whoever is signed in; ends when its parts are there. */
export async function showAccount(page: Page, path = '/account/'): Promise<void> {
  // An address that differs in its fragment alone would not load the page again.
  await page.goto('about:blank');
  await page.goto(path);
  await expect(page.locator('.account-parts:not([hidden])')).toBeVisible();
}

/** Goes to a section of the account that is open, by the list of sections. */
export async function showSection(page: Page, id: string): Promise<void> {
  await page.locator(`.account-nav a[href="#${id}"]`).click();
  await expect(page.locator(`#${id}`)).toBeVisible();
}

const at = '2026-11-20T08:30:00.000Z';
const idOf = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** An entry such as many others. */
export function anEntry(number: number, given: Partial<EntryReply> = {}): EntryReply {
  return {
    number,
    kind: 'capture',
    quantity: 2,
    amount: -2,
    available: 100 - number,
    held: 0,
    owed: 0,
    note: 'social-card',
    actor: 'service',
    at,
    ...given,
  };
}

const wallet: WalletReply = {
  available: 12,
  held: 5,
  grants: [1, 2, 3, 4].map((number) => ({
    id: idOf(number),
    source: 'purchase',
    remaining: 3,
    expiresAt: '2027-11-20T08:30:00.000Z',
  })),
  expiringSoon: 3,
  owed: 7,
  low: true,
  recent: { used: 6, since: at },
};

const purchases: readonly Purchase[] = purchaseStates.map((state, number) => ({
  id: idOf(number),
  pack: 'medium',
  credits: 500,
  currency: number % 2 === 0 ? 'USD' : 'CNY',
  amountMinor: 2_000,
  state,
  automatic: state === 'paid',
  payable: state === 'pending',
  takenBackMinor: 500,
  takenBackCredits: 125,
  createdAt: at,
  paidAt: at,
}));

const sessions: readonly ListedSession[] = [true, false].map((current, number) => ({
  id: idOf(number),
  createdAt: at,
  lastSeenAt: at,
  expiresAt: '2027-11-20T08:30:00.000Z',
  ...(current ? { browser: 'Firefox', system: 'Windows' } : {}),
  current,
}));

const use = { spent: 3, held: 2, cap: 5, resetsAt: '2099-11-21T00:00:00.000Z' };
const keys: readonly KeyReply[] = [{}, { endedAt: at }, { lastDay: '2026-11-20' }].map(
  (given, number) => ({
    ...{ id: idOf(number), name: 'CI', ending: '1qz7', reads: ['balance'], createdAt: at },
    ...{ caps: { day: 5, month: 5 }, use: { life: { spent: 3, held: 2 }, month: use, day: use } },
    ...given,
  }),
);

const usage: Usage = {
  by: 'day',
  buckets: Array.from({ length: 90 }, (_, day) => ({
    start: new Date(Date.UTC(2026, 8, 1 + day)).toISOString(),
    used: day % 5,
    added: day % 30 === 0 ? 100 : 0,
    expired: 0,
    refunded: 0,
    balance: 200 - day,
  })),
};

const wholeLife = {
  '**/api/credits/entries*': {
    entries: entryKinds.map((kind, number) => anEntry(entryKinds.length - number, { kind })),
    next: 'more',
    wallet,
  },
  '**/api/credits/usage*': usage,
  '**/api/purchases*': { purchases, next: null },
  '**/api/user/keys*': { keys, next: null },
  '**/api/user/sessions': { sessions },
} as const;

/** Has the server tell of an account that has seen everything that there is. */
export async function liveWholeLife(page: Page): Promise<void> {
  for (const [path, json] of Object.entries(wholeLife)) {
    await page.route(path, (route) => route.fulfill({ json }));
  }
}
