import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localOrigin } from '../../../infra/local/addresses.ts';
import { type Language, languages, localizedPath } from '../../../src/contract/language.ts';
import { languageRecords } from '../../../src/contract/language-records.ts';
import { packs, site } from '../../../src/site.config.ts';
import { type Running, run } from '../../server/process.ts';
import { freePort } from '../../support/free-ports.ts';
import { projectRoot } from '../../support/site-copy.ts';
import type { Browser } from './browser.ts';
import { startFirefox } from './firefox.ts';
import { startWebkit } from './webkit.ts';

const port = await freePort();
const origin = localOrigin(port);
let product: Running;

beforeAll(async () => {
  product = run(process.execPath, ['tests/runner/start-product.ts'], {
    cwd: projectRoot,
    env: { PORT: String(port) },
  });
  await product.says('\nready\n');
});

afterAll(() => product.end());

describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebkit],
])('in %s', (name, start) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await start();
  });
  afterAll(() => browser.close());

  test.each(languages)(
    'a visitor reads, signs in, runs a flow, buys and leaves (%s)',
    async (language) => {
      expect(browser.name.toLowerCase()).toContain(name.toLowerCase());
      const steps = stepsOf(browser, language);
      await steps.read();
      await steps.search();
      await steps.signIn(`${name.toLowerCase()}-${language}@example.com`);
      await steps.runFlow();
      await steps.buy();
      await steps.signOut();
    },
  );
});

/** The selector of the flow that is chosen, and of the menu's last entry. */
const bench = '.flows-bench:not([hidden])';
const logout = '[role="menuitem"][href$="/api/auth/logout"]';
const avatar = 'header :is(.avatar-place, .avatar-button)';

const [pack] = packs;

function stepsOf(browser: Browser, language: Language) {
  const { open, press, shows, write, holds } = browser;
  const addressOf = (path: string) => `${origin}${localizedPath(path, language)}`;
  const isAt = (path: string) =>
    holds(`location.href.startsWith(${JSON.stringify(addressOf(path))})`);
  return {
    /** Home, the panel of products, the drawer of a phone. */
    read: async () => {
      await open(addressOf('/'));
      await holds(`document.documentElement.lang === '${languageRecords[language].tag}'`);
      await shows('h1');
      await press('header a[href="#"]');
      await shows('header a[href$="/products/social-card/"]');
      await browser.resize(500, 800);
      await press('button[popovertarget="drawer"]');
      await press('#drawer a[href$="/blog/"]');
      await isAt('/blog/');
      await browser.resize(1_280, 900);
    },
    search: async () => {
      await write('main input[type="search"]', language === 'zh' ? '余额' : 'idempotency');
      await browser.enter();
      await isAt('/blog/search/?q=');
      await shows('main ol > li mark');
      await press('main ol > li a');
      await shows('article h1');
    },
    signIn: async (email: string) => {
      await press('header a.try-for-free');
      await write('input[name="email"]', email);
      await write('input[name="name"]', 'Ann Miller');
      await press('button[type="submit"]');
      await press(avatar);
      await shows('[role="menuitem"]', String(site.trial.credits));
    },
    runFlow: async () => {
      await open(addressOf('/flows/#social-card'));
      await write(`${bench} :is(input[type="text"], textarea)`, '积分 and credits');
      await press(`${bench} button[type="submit"]`);
      await shows(`${bench} .flows-result-file img`);
      await holds(`document.querySelector('${bench} .flows-result-file img').naturalWidth > 0`);
    },
    buy: async () => {
      await open(addressOf('/account/'));
      await shows('.account-number');
      const before = Number(
        await browser.evaluate(`document.querySelector('.account-number').textContent`),
      );
      expect(before).toBeLessThan(site.trial.credits);
      await open(addressOf('/account/#packs'));
      await press('.account-packs button');
      await press('button[name="action"][value="pay"]');
      await isAt('/account/');
      await press('.account-nav a[href="#balance"]');
      await shows('.account-number', String(before + pack.amountCredits));
    },
    signOut: async () => {
      await press(avatar);
      await press(logout);
      await shows('header a.try-for-free');
      await holds(`!document.cookie.includes('signed_in')`);
    },
  };
}
