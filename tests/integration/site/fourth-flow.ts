import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { flows } from '../../../functions/flows/catalog.ts';
import { languages, localizedPath } from '../../../src/contract/language.ts';
import { fill } from '../../../src/i18n/fill.ts';
import { flowSteps } from '../../support/page-flow.ts';
import { type BuiltSite, projectRoot } from '../../support/site-copy.ts';
import { textIn } from '../../support/texts.ts';

const dictionaries = languages.map((language) => `src/i18n/${language}/own.json`);
const names = textIn('Line sort', '文字排序');

/** The tests that look at every flow. */
const testsOfFlows = [
  'tests/tidy/flows.test.ts',
  'tests/unit/functions/flows/catalog.test.ts',
  'tests/unit/src/i18n',
  'tests/unit/src/islands/flows/form-fields.test.ts',
  'tests/unit/src/prerender/pricing',
];

/** Whether an adopter has followed the page before. */
const isThere = flows.some(({ id }) => id === 'line-sort');

/** The output of the tests that look at every flow, after the exit code. */
let tested: string;

/** Puts a flow into a copy by the steps of the page, and runs the tests that look at every flow. */
export async function putFlowIn(folder: string): Promise<void> {
  if (!isThere) await follow(folder, flowSteps());
  for (const part of ['tests', 'docs']) {
    await cp(join(projectRoot, part), join(folder, part), { recursive: true });
  }
  const args = ['run', '--config=tests/vitest.config.ts', '--project=unit', ...testsOfFlows];
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const run = spawnSync(process.execPath, [vitest, ...args], { cwd: folder, encoding: 'utf8' });
  tested = `${run.status}\n${run.stdout}${run.stderr}`;
}

/** Does to a copy what the steps of the page say, and nothing else. */
async function follow(folder: string, blocks: readonly string[]): Promise<void> {
  const [flow = '', english = '', chinese = '', listed = ''] = blocks;
  const [importLine = '', listLine = ''] = listed.split('\n').filter(Boolean);
  await writeFile(join(folder, 'functions/flows/catalog/line-sort.ts'), flow);
  for (const [at, file] of dictionaries.entries()) {
    const words = [english, chinese][at] ?? '';
    await change(folder, file, (text) => {
      const own: object = JSON.parse(text);
      return JSON.stringify({ ...own, ...JSON.parse(`{${words}}`) });
    });
  }
  await change(folder, 'functions/flows/own.ts', (text) =>
    `${importLine}\n${text}`.replace('ownFlows: readonly Flow[] = [', () => beforeList(listLine)),
  );
}

/** The line of the guide, open at its end for the flows that an adopter has. */
function beforeList(line: string): string {
  return `${/ownFlows.*\w(?=\];)/.exec(line)?.[0] ?? ''}, `;
}

async function change(folder: string, file: string, edit: (text: string) => string) {
  const text = await readFile(join(folder, file), 'utf8');
  const edited = edit(text);
  expect([file, edited === text]).toEqual([file, false]);
  await writeFile(join(folder, file), edited);
}

/** The flow in a built site. */
export function describeFourthFlow(site: () => BuiltSite): void {
  const text = (path: string) => site().get(path)?.toString() ?? '';
  const count = (language: (typeof languages)[number], path: string) =>
    text(`${localizedPath(path, language)}index.html`).split(names[language]).length - 1;

  it.each(languages)('a flow that is put in by the page is wherever flows are (%s)', (language) => {
    // The menu of products is in the bar and in the footer or drawer of every page.
    for (const path of ['/', '/pricing/', '/blog/', '/about/', '/products/line-sort/']) {
      expect([path, count(language, path) > 0]).toEqual([path, true]);
    }
    expect(count(language, '/pricing/')).toBeGreaterThan(count(language, '/about/'));
    const product = text(`${localizedPath('/products/line-sort/', language)}index.html`);
    expect(product).toContain('/flows/line-sort/runs');
    expect(site().has(`/og/${language}/_products_line-sort.png`)).toBe(true);
    expect(text(`${localizedPath('/llms.txt', language)}`)).toContain('line-sort');
  });

  it('search engines get its page, and the home page counts it', () => {
    for (const language of languages) {
      expect(text('/sitemap.xml')).toContain(localizedPath('/products/line-sort/', language));
      const home = text(`${localizedPath('/', language)}index.html`);
      const words = readFileSync(join(projectRoot, `src/i18n/${language}/site.json`), 'utf8');
      const several: string = JSON.parse(words).frame.flows_other;
      const counted = (count: number) => fill(several, { count });
      const most = flows.length + (isThere ? 0 : 1);
      expect(home).toContain(counted(most));
      expect(home).not.toContain(counted(most - 1));
    }
  });

  it('the tests of flows hold for it', () => {
    expect(tested).toMatch(/^0\n/);
  });
}
