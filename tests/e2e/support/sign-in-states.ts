import { expect, type Page } from 'playwright/test';
import { type Language, localizedPath } from '../../../src/contract/language.ts';
import { identify, newAddress } from './visitor.ts';

/** How a visitor gets into each state of the sign-in page that needs them. */
const ways = {
  elsewhere: (page, prefix) => page.goto(`${prefix}/signin/?show=elsewhere`),
  denied: (page, prefix) => page.goto(`${prefix}/signin/?error=access_denied`),
  failed: (page, prefix) => page.goto(`${prefix}/signin/?error=server_error`),
  mismatch: async (page, prefix) => {
    await page.goto(`${prefix}/signin/?code=stolen&state=foreign`);
    // The first time, it is tried anew by itself.
    await expect(page.locator('input[name="email"]')).toBeVisible();
    await page.goto(`${prefix}/signin/?code=stolen&state=foreign`);
  },
  unreachable: async (page, prefix) => {
    await page.route('**/.well-known/jwks.json', (route) => route.abort());
    await page.goto(`${prefix}/signin/`);
  },
  refused: async (page, prefix) => {
    await page.route('**/api/user', (route) => route.fulfill({ status: 403, json: {} }));
    await signInFrom(page, prefix);
  },
  secondFactorMissing: async (page, prefix) => {
    const texts = { type: '', title: '', detail: '', requestId: '' };
    const json = { ...texts, status: 403, code: 'sign_in_too_weak' };
    await page.route('**/api/user', (route) => route.fulfill({ status: 403, json }));
    await signInFrom(page, prefix);
  },
  storageBlocked: async (page, prefix) => {
    await page.route('**/api/auth/me', (route) => route.fulfill({ status: 204 }));
    await signInFrom(page, prefix);
  },
} as const satisfies Record<string, (page: Page, prefix: string) => Promise<unknown>>;

type State = keyof typeof ways;

export const signInStates = [
  'elsewhere',
  'denied',
  'failed',
  'mismatch',
  'unreachable',
  'refused',
  'secondFactorMissing',
  'storageBlocked',
] as const satisfies readonly State[];

/** Brings a visitor into a state of the sign-in page; ends when the page shows it. */
export async function showSignInState(page: Page, state: State, language: Language): Promise<void> {
  await ways[state](page, localizedPath('/', language).slice(0, -1));
  await expect(page.locator(`[data-sign-in-state="${state}"] h1`)).toBeVisible();
}

async function signInFrom(page: Page, prefix: string): Promise<void> {
  await page.goto(`/api/auth/login?returnTo=${encodeURIComponent(`${prefix}/`)}`);
  await identify(page, newAddress());
}
