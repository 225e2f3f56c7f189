import { expect, type Page } from 'playwright/test';
import { localOrigin, portOffsets } from '../../../infra/local/addresses.ts';
import { saveHeaders } from '../../integration/journeys/post-user.ts';
import { claimsOf, idTokenOverHttp } from '../../integration/journeys/sign-in-over-http.ts';
import type { FormBrowser } from '../../integration/local/browser.ts';

/** The words of the frame in both languages, as the pages show them. */
export const words = {
  en: { tryForFree: 'Try for Free', openSettings: 'Open settings', logout: 'Logout' },
  zh: { tryForFree: '免费试用', openSettings: '打开设置', logout: '退出登录' },
} as const;

/** For a file of journeys in which pages and drawers move, as they do for most visitors. */
export const moving = { contextOptions: { reducedMotion: 'no-preference' } } as const;

let people = 0;

/** An address that no other test uses. */
export function newAddress(name = 'visitor'): string {
  people += 1;
  return `${name}-${process.pid}-${Date.now()}-${people}@example.com`;
}

/** Fills in the local provider's sign-in page, which must be open, and submits it. */
export async function identify(
  page: Page,
  email: string,
  { name = 'Ann Miller', verified = true }: { name?: string; verified?: boolean } = {},
): Promise<void> {
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="name"]').fill(name);
  await page.locator('input[name="email_verified"]').setChecked(verified);
  await page.locator('button[type="submit"]').first().click();
}

/** Presses the top bar's 'Try for Free' and signs in; ends when the avatar is there. */
export async function signIn(
  page: Page,
  email: string,
  options: { name?: string; verified?: boolean } = {},
): Promise<void> {
  await page.locator('header').getByRole('link', { name: words.en.tryForFree }).click();
  await identify(page, email, options);
  await expect(avatar(page)).toBeVisible();
}

const port = Number(process.env.JOURNEYS_PORT);
/** The product that playwright.config.ts starts. */
const product = {
  origin: localOrigin(port),
  providerOrigin: localOrigin(port + portOffsets.identityProvider),
};

/**
 * Signs somebody in by the requests of a sign-in, without its pages: for tests of what comes after
 * it. The cookies of the site and of the provider are then in the page's browser. It takes a tenth of
 * the time.
 *
 * @returns the address that is signed in
 */
export async function signInByRequests(
  page: Page,
  { email = newAddress(), verified = true }: { email?: string; verified?: boolean } = {},
): Promise<string> {
  const idToken = await idTokenOverHttp(product, { email, verified }, requestsIn(page));
  const saved = await page.request.post(`${product.origin}/api/user`, {
    headers: { ...saveHeaders(product.origin), authorization: `Bearer ${idToken}` },
    data: claimsOf(idToken),
  });
  expect(saved.status(), await saved.text()).toBe(200);
  return email;
}

/** Requests with the cookies of a page's browser, which keeps the cookies of the answers. */
function requestsIn(page: Page): FormBrowser {
  return {
    follow: async (url, _siteOrigin, form) => {
      const answer = form
        ? await page.request.post(String(url), { form: Object.fromEntries(form) })
        : await page.request.get(String(url));
      return { url: new URL(answer.url()) };
    },
  };
}

/** The avatar's button in the top bar. */
export function avatar(page: Page, language: keyof typeof words = 'en') {
  return page.getByRole('button', { name: words[language].openSettings });
}

/** The addresses of everything that a page asks for, from now on. */
export function requestsOf(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
}

/** Collects a page's errors from now on: uncaught ones and the console's, CSP's among them. */
export function pageErrorsOf(page: Page): string[] {
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text());
  });
  return pageErrors;
}
