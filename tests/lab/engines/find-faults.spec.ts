import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from 'playwright/test';
import { flows } from '../../../functions/flows/catalog.ts';
import { accountSections } from '../../../src/contract/checkout.ts';
import { showAccount } from '../../e2e/support/account.ts';
import { publicPaths } from '../../e2e/support/public-paths.ts';
import { showSignInState } from '../../e2e/support/sign-in-states.ts';
import { test } from '../../e2e/support/test.ts';
import { signInByRequests } from '../../e2e/support/visitor.ts';
import { projectRoot } from '../../support/site-copy.ts';

const { resolve } = createRequire(import.meta.url);

/** Both engines put themselves into the page's global object. */
const scripts = ['accessibility-checker-engine/ace.js', 'html_codesniffer/build/HTMLCS.js'].map(
  (name) => readFileSync(resolve(name), 'utf8'),
);

/** What the engines report although nobody is hindered: the end of the rule's name, elements, why. */
const falseAlarms = [
  // A box is wider than a narrow window only, and a style sheet cannot take its stop away.
  ['element_tabbable_role_valid', '.table-box, pre'],
  // The `aria-label` of the button names it.
  ['H30.2', '.avatar-place'],
  // A visitor presses the button; the page hides the field itself from everybody.
  ['H91.InputFile.Name', 'input[hidden]'],
  // The script that shows the tool reads the address.
  ['NoSuchID', '.flows-cards a'],
  // The `scope` of a group of rows needs no `headers` (HTML, 4.9.12.1).
  ['H43.HeadersRequired', '.examples'],
] as const;

/** Two engines take a second for a page, and a busy machine takes several. */
const manyPagesMs = 300_000;

test('two engines besides axe find nothing on public pages', async ({ page }) => {
  test.setTimeout(manyPagesMs);
  const faults: string[] = [];
  for (const path of publicPaths) {
    await page.goto(path, { waitUntil: 'networkidle' });
    faults.push(...(await faultsOf(page)));
  }
  await showSignInState(page, 'denied', 'en');
  faults.push(...(await faultsOf(page)));
  expect(faults).toEqual([]);
});

for (const prefix of ['', '/zh']) {
  test(`two engines besides axe find nothing on ${prefix}/flows/ and ${prefix}/account/`, async ({
    page,
  }) => {
    test.setTimeout(manyPagesMs);
    await signInByRequests(page);
    const faults: string[] = [];
    for (const { id } of flows) {
      await page.goto('about:blank');
      await page.goto(`${prefix}/flows/#${id}`);
      await expect(page.locator('.flows-bench:not([hidden])')).toBeVisible();
      faults.push(...(await faultsOf(page)));
    }
    for (const [section] of accountSections) {
      await showAccount(page, `${prefix}/account/#${section}`);
      await page.waitForLoadState('networkidle');
      faults.push(...(await faultsOf(page)));
    }
    expect(faults).toEqual([]);
  });
}

test('the validator of W3C finds no error in the markup of a built page', async () => {
  test.setTimeout(manyPagesMs);
  const folder = mkdtempSync(join(tmpdir(), 'millrace-validated-'));
  try {
    const run = promisify(execFile);
    const env = { ...process.env, BUILD_OUT_DIR: folder };
    await run(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
      cwd: projectRoot,
      env,
    });
    // Its parser of CSS is older than our style sheets; Lightning CSS has read them.
    const options = ['--errors-only', '--filterpattern', 'CSS: .*', '--exit-zero-always'];
    const jar = resolve('vnu-jar/build/dist/vnu.jar');
    const { stderr } = await run('java', ['-jar', jar, ...options, '--skip-non-html', folder]);
    expect(stderr.split('\n').filter(Boolean)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The faults that IBM's engine and HTML_CodeSniffer are sure of, by WCAG 2.2 and 2.1 at level AA. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  for (const script of scripts) await page.evaluate(script);
  const faults = await page.evaluate(findFaults, falseAlarms);
  return faults.map((fault) => `${new URL(page.url()).pathname} ${fault}`);
}

/** Runs in the page. */
async function findFaults(known: typeof falseAlarms): Promise<readonly string[]> {
  const found: { rule: string; message: string; element: Element }[] = [];
  const { ace, HTMLCS } = globalThis as unknown as Engines;
  const { results } = await new ace.Checker().check(document, ['IBM_Accessibility']);
  for (const { ruleId: rule, value, message, node: element } of results) {
    if (value.join() === 'VIOLATION,FAIL') found.push({ rule, message, element });
  }
  await new Promise<void>((done) => HTMLCS.process('WCAG2AA', document, done));
  for (const { code: rule, type, msg: message, element } of HTMLCS.getMessages()) {
    if (type === HTMLCS.ERROR) found.push({ rule, message, element });
  }
  return found
    .filter(({ rule, element }) =>
      known.every(([end, selector]) => !(rule.endsWith(end) && element.matches(selector))),
    )
    .map(({ rule, message, element }) => `${rule}: ${message} ${element.outerHTML.slice(0, 120)}`);
}

interface Engines {
  readonly ace: {
    readonly Checker: new () => {
      check(
        root: Document,
        rules: readonly string[],
      ): Promise<{
        readonly results: readonly {
          readonly ruleId: string;
          readonly value: readonly string[];
          readonly message: string;
          readonly node: Element;
        }[];
      }>;
    };
  };
  readonly HTMLCS: {
    readonly ERROR: number;
    process(standard: string, root: Document, done: () => void): void;
    getMessages(): readonly {
      readonly code: string;
      readonly type: number;
      readonly msg: string;
      readonly element: Element;
    }[];
  };
}
