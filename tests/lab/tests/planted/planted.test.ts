import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../../../tidy/source-files.ts';
import { areas } from '../../planted/bugs.ts';
import { testsOf, withBug } from '../../planted/planted-bug.ts';

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
