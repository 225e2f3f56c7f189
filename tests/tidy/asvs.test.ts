import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { metrics } from '../../src/contract/metrics.ts';

const root = new URL('../../', import.meta.url);

function textOf(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

/** A row of the table: requirements of the standard, their meaning, and the evidence. */
interface Row {
  readonly requirements: string;
  readonly shownBy: string;
}

const heading = '\n## OWASP ASVS 5.0, level 2\n';

function rowsOf(document: string): readonly Row[] {
  const section = document.split(heading)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| ([\d., –]+) \| [^|]+ \| ([^|]+) \|$/gm)].map(
    ([, requirements = '', shownBy = '']) => ({ requirements, shownBy }),
  );
}

/** The tests that a row names, by their file and title. */
function testsOf({ shownBy }: Row) {
  return [...shownBy.matchAll(/`(tests\/[^`]+)` “([^”]+)”/g)].map(([, path = '', title = '']) => ({
    path,
    title,
  }));
}

/** The beginnings of a row without tests. */
const reasons = /^(?:Does not apply|Elsewhere|Weaker(?:, on purpose)?): [A-Za-z]/;

/** Rows whose third cell describes facts and names no test. */
const accounts = ['14.3.3'];

const rows = rowsOf(textOf('docs/security.md'));

test('every requirement in the table has a test or a reason', () => {
  expect(rows.length).toBeGreaterThan(80);
  const bare = rows.filter((row) => testsOf(row).length === 0 && !reasons.test(row.shownBy));
  expect(bare.map(({ requirements }) => requirements)).toEqual(accounts);
});

test('every test that the table names exists under that title', () => {
  const named = rows.flatMap(testsOf);
  expect(named.length).toBeGreaterThan(60);
  const missing = named.filter(
    ({ path, title }) => !existsSync(new URL(path, root)) || !textOf(path).includes(title),
  );
  expect(missing).toEqual([]);
});

test.each([1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 16])(
  'chapter V%i is in the table',
  (chapter) => {
    const here = rows.filter(({ requirements }) => requirements.startsWith(`${chapter}.`));
    expect(here.length).toBeGreaterThan(0);
  },
);

test('a row with neither test nor reason is found', () => {
  const [row] = rowsOf(`${heading}\n| 1.2.3 | Something | Certainly. |\n`);
  expect(row && [testsOf(row).length, reasons.test(row.shownBy)]).toEqual([0, false]);
});

test('every metric is explained in the runbook', () => {
  const runbook = textOf('docs/operations.md');
  const explained = [...runbook.matchAll(/^\| `([A-Z][A-Za-z]+)` \|/gm)].map(([, name]) => name);
  expect(explained).toEqual(Object.keys(metrics));
});
