import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { metrics } from '../../src/contract/metrics.ts';
import { namedTests } from '../runner/evidence.ts';
import { requirements } from '../support/asvs-levels.ts';

const root = new URL('../../', import.meta.url);

function projectText(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

/** A row: requirements of the standard in one state, and the evidence or the reason. */
interface Row {
  readonly requirements: readonly string[];
  readonly state: string;
  readonly because: string;
}

/** The headings of the document, each with the state of the rows below it. */
const states: Readonly<Record<string, string>> = {
  Met: 'met',
  Partly: 'partly',
  'Not met': 'not met',
  Untested: 'untested',
  Elsewhere: 'elsewhere',
  'Not applicable': 'n/a',
};

function rowsOf(document: string): readonly Row[] {
  return document.split(/^## /m).flatMap((section) => {
    const state = states[section.split('\n', 1)[0] ?? ''];
    if (state === undefined) return [];
    return [...section.matchAll(/^- \*\*([\d., –]+)\*\* [^:\n]+: (.+)$/gm)].map(
      ([, listed = '', because = '']) => ({
        requirements: listed.split(', ').flatMap(requirementsOf),
        state,
        because,
      }),
    );
  });
}

/** A requirement, or a range such as `1.2.6–1.2.8` with the requirements of both levels in it. */
function requirementsOf(listed: string): readonly string[] {
  const [first = '', last] = listed.split('–');
  if (last === undefined) return [first];
  const all = [...requirements.keys()];
  return all.slice(all.indexOf(first), all.indexOf(last) + 1);
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
  const headings = [...projectText(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  return anchor !== undefined && headings.includes(anchor);
}

const document = projectText('docs/asvs.md');
const rows = rowsOf(document);

test('the standard has 70 requirements of level 1 and 183 of level 2', () => {
  const levels = [...requirements.values()];
  expect([1, 2].map((level) => levels.filter((one) => one === level).length)).toEqual([70, 183]);
});

test('every requirement of levels 1 and 2 is in one row', () => {
  const listed = rows.flatMap((row) => row.requirements);
  expect(listed.toSorted()).toEqual([...requirements.keys()].toSorted());
});

test('the rows of a state are in the order of the standard', () => {
  const all = [...requirements.keys()];
  for (const state of Object.values(states)) {
    const firsts = rows.filter((row) => row.state === state).map((row) => row.requirements[0]);
    expect(firsts).toEqual(all.filter((one) => firsts.includes(one)));
  }
});

test('the document counts the requirements of each level and state', () => {
  const counted = [1, 2].map((level) => {
    const counts = Object.values(states).map((state) =>
      rows
        .filter((row) => row.state === state)
        .flatMap((row) => row.requirements)
        .filter((one) => requirements.get(one) === level),
    );
    return `| ${[level, ...counts.map(({ length }) => length)].join(' | ')} |`;
  });
  expect(document.match(/^\| [12] \|.*$/gm)).toEqual(counted);
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
  ['Met', '- **1.2.3** Something: Certainly.', true],
  ['Not applicable', '- **1.2.3** Something: -', true],
  ['Met', '- **1.2.3** Something: `tests/a.test.ts` “a”', false],
  ['Met', '- **1.2.3** Something: [There](security.md#threats).', false],
  ['Not met', '- **1.2.3** Something: Nobody did it.', false],
])('below %s the row %s is bare: %s', (heading, line, expected) => {
  expect(rowsOf(`## ${heading}\n\n${line}\n`).map(isBare)).toEqual([expected]);
});

test('a row may name several requirements and ranges of them', () => {
  const [row] = rowsOf('## Met\n\n- **1.1.1, 1.4.3–1.5.2** Something: Certainly.\n');
  expect(row?.requirements).toEqual(['1.1.1', '1.4.3', '1.5.1', '1.5.2']);
});

test('every metric is explained in the runbook', () => {
  const runbook = projectText('docs/operations.md');
  const explained = [...runbook.matchAll(/^\| `([A-Z][A-Za-z]+)` \|/gm)].map(([, name]) => name);
  expect(explained).toEqual(Object.keys(metrics));
});
