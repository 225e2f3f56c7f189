import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { metrics } from '../../src/contract/metrics.ts';
import { namedTests } from '../runner/evidence.ts';
import { requirements } from '../support/asvs-levels.ts';

const root = new URL('../../', import.meta.url);

function textOf(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

/** A row of the table: a requirement of the standard, how it is met, and the evidence. */
interface Row {
  readonly requirement: string;
  readonly level: number;
  readonly state: string;
  readonly because: string;
}

function rowsOf(document: string): readonly Row[] {
  return [...document.matchAll(/^\| ([\d.]+) \| (\d) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, requirement = '', level, state = '', because = '']) => {
      return { requirement, level: Number(level), state, because };
    },
  );
}

/** The sections that a text links to, as `path#anchor` from the project's folder. */
function linkedSections(because: string): readonly string[] {
  return [...because.matchAll(/\]\(([\w./-]*#[\w-]+)\)/g)].map(([, target = '']) =>
    target.startsWith('#') ? `docs/asvs.md${target}` : posix.join('docs', target),
  );
}

/** Whether a section exists: GitHub makes the anchor of a heading of its words in small letters. */
function isSection(target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const headings = [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  return anchor !== undefined && headings.includes(anchor);
}

const states = ['met', 'partly', 'not met', 'untested', 'elsewhere', 'n/a'];
const document = textOf('docs/asvs.md');
const rows = rowsOf(document);

test('the standard has 70 requirements of level 1 and 183 of level 2', () => {
  const levels = [...requirements.values()];
  expect([1, 2].map((level) => levels.filter((one) => one === level).length)).toEqual([70, 183]);
});

test('every requirement of levels 1 and 2 has one row, in order and with its level', () => {
  const listed = rows.map(({ requirement, level }) => [requirement, level]);
  expect(listed).toEqual([...requirements]);
});

test('every row has a state, and the document counts them', () => {
  const counts = states.map(
    (state) => `${rows.filter((row) => row.state === state).length} ${state}`,
  );
  expect(rows.filter(({ state }) => !states.includes(state))).toEqual([]);
  expect(document).toContain(`\n${counts.join(', ')}.\n`);
});

/** Whether a row that says `met` has nothing to show for it; the others give a reason. */
function isBare({ state, because }: Row): boolean {
  const hasEvidence = namedTests(because).length > 0 || linkedSections(because).length > 0;
  return state === 'met' ? !hasEvidence : !/[A-Za-z]{3}/.test(because);
}

test('every requirement that is met names a test or a section, and every other row a reason', () => {
  expect(rows.filter(isBare)).toEqual([]);
});

test('every test that the table names is in a file that npm test runs', () => {
  const named = rows.flatMap(({ because }) => namedTests(because));
  expect(named.length).toBeGreaterThan(150);
  const missing = named.filter(
    ({ file }) =>
      !/^tests\/(?:unit|tidy|integration|e2e)\//.test(file) || !existsSync(new URL(file, root)),
  );
  expect(missing).toEqual([]);
});

test('every section that the table links to exists', () => {
  const targets = rows.flatMap(({ because }) => linkedSections(because));
  expect(targets.length).toBeGreaterThan(10);
  expect(targets.filter((target) => !isSection(target))).toEqual([]);
});

test.each([
  ['| 1.2.3 | 1 | Something | met | Certainly. |', true],
  ['| 1.2.3 | 1 | Something | n/a | - |', true],
  ['| 1.2.3 | 1 | Something | met | `tests/a.test.ts` “a” |', false],
  ['| 1.2.3 | 1 | Something | met | [There](security.md#threats). |', false],
  ['| 1.2.3 | 1 | Something | not met | Nobody did it. |', false],
])('the row %s is bare: %s', (line, expected) => {
  expect(rowsOf(`${line}\n`).map(isBare)).toEqual([expected]);
});

test('every metric is explained in the runbook', () => {
  const runbook = textOf('docs/operations.md');
  const explained = [...runbook.matchAll(/^\| `([A-Z][A-Za-z]+)` \|/gm)].map(([, name]) => name);
  expect(explained).toEqual(Object.keys(metrics));
});
