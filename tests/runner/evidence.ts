import type { TestRun } from './report.ts';

/** A test that a document names as its evidence. */
export type NamedTest = Pick<TestRun, 'file' | 'title'>;

/** The tests that a text names, each as its file in backticks and its title in quotation marks. */
export function namedTests(text: string): readonly NamedTest[] {
  return [...text.matchAll(/`(tests\/[^`]+)` “([^”]+)”/g)].map(([, file = '', title = '']) => ({
    file,
    title,
  }));
}

/**
 * The named tests that showed nothing in this run, a sentence each: every test under the title must
 * have run and passed. A run of some tests says nothing about those that it leaves out.
 *
 * @param isWhole whether everything ran, so that every named test must be among the tests
 */
export function unshown(
  named: readonly NamedTest[],
  tests: readonly TestRun[],
  isWhole: boolean,
): readonly string[] {
  const files = Map.groupBy(tests, ({ file }) => file);
  return named.flatMap(({ file, title }) => {
    const found = (files.get(file) ?? []).filter((test) => isNamed(test.title, title));
    if (found.length === 0 && !isWhole) return [];
    const fault = faultOf(found);
    return fault === undefined ? [] : [`${file}: "${title}" ${fault}.`];
  });
}

function faultOf(tests: readonly TestRun[]): string | undefined {
  if (tests.length === 0) return 'did not run, so it shows nothing';
  if (tests.some(({ state }) => state === 'failed')) return 'failed';
  if (tests.some(({ state }) => state === 'skipped')) return 'was skipped, so it shows nothing';
  return undefined;
}

/** The placeholders that Vitest replaces by values. */
const placeholder = /%[sdifjo#$]|\$[A-Za-z]\w*/;

/** Whether a title is the named one, with any values in the places for values. */
function isNamed(title: string, named: string): boolean {
  const [first = '', ...others] = named.split(placeholder);
  const last = others.pop();
  if (last === undefined) return title === named;
  if (!title.startsWith(first)) return false;
  let end = first.length;
  for (const text of others) {
    const start = title.indexOf(text, end);
    if (start === -1) return false;
    end = start + text.length;
  }
  return title.slice(end).endsWith(last);
}
