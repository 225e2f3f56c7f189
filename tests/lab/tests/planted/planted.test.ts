import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../../../tidy/source-files.ts';
import { areas } from '../../planted/bugs.ts';
import { testsOf, withBug } from '../../planted/planted-bug.ts';
import { failedFile } from '../../planted/test-run.ts';

const MIN_MONEY_BUGS = 10;

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const bugs = areas.flatMap((area) => area.bugs.map((bug) => ({ area, bug })));

function isPlantable(file: string, replacement: { from: string; to: string }): boolean {
  const path = `${root}${file}`;
  return existsSync(path) && withBug(readFileSync(path, 'utf8'), replacement) !== undefined;
}

describe('every planted bug', () => {
  test('replaces a text that stands in its file exactly once', () => {
    const lost = bugs.filter(({ bug }) => !isPlantable(bug.file, bug));
    expect(lost.map(({ bug }) => `${bug.file}: ${bug.name}`)).toEqual([]);
  });

  test('changes something', () => {
    expect(bugs.filter(({ bug }) => bug.from === bug.to)).toEqual([]);
  });

  test('has a name of its own', () => {
    expect(new Set(bugs.map(({ bug }) => bug.name)).size).toBe(bugs.length);
  });

  test('names tests that exist', () => {
    const tests = sourceFiles('tests', ['.test.ts', '.test.tsx']).map(({ path }) => path);
    const named = new Set(bugs.flatMap(({ area, bug }) => testsOf(area, bug)));
    expect([...named].filter((part) => !tests.some((path) => path.includes(part)))).toEqual([]);
  });
});

test(`there are at least ${MIN_MONEY_BUGS} in the ledger and in purchases`, () => {
  const money = bugs.filter(({ area }) => area.name === 'ledger' || area.name === 'purchase');
  expect(money.length).toBeGreaterThanOrEqual(MIN_MONEY_BUGS);
});

test('there are some in every area', () => {
  expect(areas.filter((area) => area.bugs.length === 0)).toEqual([]);
});

test.each([
  ['a b', 'a c'],
  ['a', undefined],
  ['b b', undefined],
])('to plant a bug for b in %j makes %j', (text, expected) => {
  expect(withBug(text, { from: 'b', to: 'c' })).toBe(expected);
});

test.each([
  ['an assertion', 'AssertionError: expected 1 to be 2', 'a.test.ts'],
  ['a query that timed out', 'Error: statement timed out in the database', 'a.test.ts'],
  ['time that ran out', 'TestTimeoutError: Test timed out in 50ms.', undefined],
])('a test that failed for %s catches a bug, or not', (_what, message, file) => {
  const assertionResults = [
    { status: 'passed', failureMessages: [] },
    { status: 'failed', failureMessages: [message] },
  ];
  expect(failedFile({ testResults: [{ name: 'a.test.ts', assertionResults }] })).toBe(file);
});

test('without a report no bug is caught', () => {
  expect(failedFile(undefined)).toBeUndefined();
});
