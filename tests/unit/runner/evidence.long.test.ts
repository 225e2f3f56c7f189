import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namedTests, unshown } from '../../runner/evidence.ts';
import { type TestRun, testsOf } from '../../runner/report.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const file = 'tests/unit/a.test.ts';

/** The three ways in which a named test shows nothing, and one that shows something. */
const source = (runner: string, runs: string) => `
  import { expect, test } from '${runner}';
  test('is whole', ${runs} => { expect(1).toBe(1); });
  test('is emptied', ${runs} => {});
  test.${'skip'}('is skipped', ${runs} => { expect(1).toBe(1); });
  test('is broken', ${runs} => { expect(1).toBe(2); });`;

const named = ['is whole', 'is emptied', 'is skipped', 'is broken', 'is gone'];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
});
afterAll(() => rmSync(folder, { recursive: true }));

function reportOf(program: string, args: readonly string[], report: string): unknown {
  const variables = { ...process.env, JOURNEYS_REPORT: join(folder, report) };
  const ended = spawnSync(process.execPath, [join(root, program), ...args], {
    cwd: folder,
    env: variables,
  });
  expect(ended.status, ended.stderr.toString()).toBe(1);
  return JSON.parse(readFileSync(join(folder, report), 'utf8'));
}

function faultsOf(report: unknown, spec: string): readonly string[] {
  const tests = testsOf(report, folder)?.map((run) => ({ ...run, file: spec })) ?? [];
  return unshown(
    named.map((title) => ({ file: spec, title })),
    tests,
    true,
  ).map((sentence) => sentence.replace(`${spec}: `, ''));
}

const expected = [
  '"is emptied" failed.',
  '"is skipped" was skipped, so it shows nothing.',
  '"is broken" failed.',
  '"is gone" did not run, so it shows nothing.',
];

describe('a named test that is skipped, emptied, broken or gone shows nothing', () => {
  test('in Vitest', () => {
    writeFileSync(join(folder, 'a.test.ts'), source('vitest', '()'));
    const settings = readFileSync(join(root, 'tests/vitest.config.ts'), 'utf8');
    const [strict = ''] = /expect: \{[^}]*\}/.exec(settings) ?? [];
    writeFileSync(join(folder, 'vitest.config.mjs'), `export default { test: { ${strict} } };`);
    const args = ['run', '--reporter=json', '--outputFile.json=unit.json'];
    const report = reportOf('node_modules/vitest/vitest.mjs', args, 'unit.json');
    expect(faultsOf(report, 'a.test.ts')).toEqual(expected);
  }, 60_000);

  test('in Playwright', () => {
    writeFileSync(join(folder, 'a.spec.ts'), source('playwright/test', 'async ({}) '));
    const reporter = JSON.stringify(join(root, 'tests/runner/journeys-reporter.ts'));
    const settings = `export default { testMatch: 'a.spec.ts', reporter: [[${reporter}]] };`;
    writeFileSync(join(folder, 'playwright.config.mjs'), settings);
    const report = reportOf('node_modules/playwright/cli.js', ['test'], 'e2e.json');
    expect(faultsOf(report, 'a.spec.ts')).toEqual(expected);
  }, 60_000);
});

const run = (title: string, state: TestRun['state'] = 'passed'): TestRun => ({
  file,
  title,
  state,
});

test.each([
  ['refuses %s', ['refuses nothing', 'refuses all'], []],
  ['on %j: %s', ['on {"a":1}: no'], []],
  ['refuses $name', ['refuses bob'], []],
  ['refuses %s', ['accepts all'], [`${file}: "refuses %s" did not run, so it shows nothing.`]],
  ['refuses', ['refuses all'], [`${file}: "refuses" did not run, so it shows nothing.`]],
])('the title %j means the runs %j', (title, titles, faults) => {
  const runs = titles.map((one) => run(one));
  expect(unshown([{ file, title }], runs, true)).toEqual(faults);
});

test('one failed run among many under a title is a fault', () => {
  const runs = [run('refuses a'), run('refuses b', 'failed')];
  expect(unshown([{ file, title: 'refuses %s' }], runs, true)).toEqual([
    `${file}: "refuses %s" failed.`,
  ]);
});

test('a run of some steps says nothing about the tests of others', () => {
  const other = { file: 'tests/e2e/b.spec.ts', title: 'b' };
  expect(unshown([other], [run('a')], false)).toEqual([]);
  expect(unshown([other], [run('a')], true)).toEqual([
    'tests/e2e/b.spec.ts: "b" did not run, so it shows nothing.',
  ]);
});

test('the tests of a text are found, several in one cell', () => {
  expect(namedTests('| `tests/a.test.ts` “one”; `tests/b.test.ts` “two %s” |')).toEqual([
    { file: 'tests/a.test.ts', title: 'one' },
    { file: 'tests/b.test.ts', title: 'two %s' },
  ]);
});
