import { expect, type Page } from 'playwright/test';
import { identify, newAddress } from './visitor.ts';

const prefixes = { en: '', zh: '/zh' } as const;

type Language = keyof typeof prefixes;

/** How a visitor gets into each state of the sign-in page that needs them. */
const ways = {
  elsewhere: (page, prefix) => page.goto(`${prefix}/signin/?trouble=elsewhere`),
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
  weak: async (page, prefix) => {
    const texts = { type: '', title: '', detail: '', requestId: '' };
    const json = { ...texts, status: 403, code: 'sign_in_too_weak' };
    await page.route('**/api/user', (route) => route.fulfill({ status: 403, json }));
    await signInFrom(page, prefix);
  },
  unkept: async (page, prefix) => {
    await page.route('**/api/auth/me', (route) => route.fulfill({ status: 204 }));
    await signInFrom(page, prefix);
  },
} as const satisfies Record<string, (page: Page, prefix: string) => Promise<unknown>>;

type Trouble = keyof typeof ways;

export const troubles = [
  'elsewhere',
  'denied',
  'failed',
  'mismatch',
  'unreachable',
  'refused',
  'weak',
  'unkept',
] as const satisfies readonly Trouble[];

/** Brings a visitor into trouble with the sign-in; ends when the page says so. */
export async function showTrouble(page: Page, trouble: Trouble, language: Language): Promise<void> {
  await ways[trouble](page, prefixes[language]);
  await expect(page.locator(`[data-sign-in-state="${trouble}"] h1`)).toBeVisible();
}

async function signInFrom(page: Page, prefix: string): Promise<void> {
  await page.goto(`/api/auth/login?returnTo=${encodeURIComponent(`${prefix}/`)}`);
  await identify(page, newAddress());
}
