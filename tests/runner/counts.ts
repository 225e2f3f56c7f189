import type { TestRun } from './report.ts';

/** How many tests of a step passed and failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** The result of a step, and its duration. */
export interface StepResult extends Counts {
  readonly name: string;
  readonly seconds: number;
  /** The tests of a step with a report. */
  readonly tests: readonly TestRun[];
}

/** A step that is one test: its program succeeds or fails. */
export function countsOfProgram(exitCode: number): Counts {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * The counts of a step with a report. A step that failed without a failed test (a file that does not
 * load, a server that does not start) counts as one failure more.
 *
 * @param tests `undefined` when the step wrote no report that we know
 */
export function countsOfTests(tests: readonly TestRun[] | undefined, exitCode: number): Counts {
  if (tests === undefined) return { passed: 0, failed: 1 };
  const count = (state: TestRun['state']) => tests.filter((test) => test.state === state).length;
  const failed = count('failed');
  return { passed: count('passed'), failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}

/** The sums over all steps. */
export function total(counts: readonly Counts[]): Counts {
  const sum = (pick: (one: Counts) => number) => counts.reduce((all, one) => all + pick(one), 0);
  return { passed: sum((one) => one.passed), failed: sum((one) => one.failed) };
}

/** A line a step: its seconds and its counts, in columns. */
export function timesOf(results: readonly Omit<StepResult, 'tests'>[]): string {
  const line = (...[name = '', ...numbers]: readonly string[]) =>
    `${name.padEnd(12)}${numbers.map((number) => number.padStart(9)).join('')}`;
  return [
    line('step', 'seconds', 'passed', 'failed'),
    ...results.map(({ name, seconds, passed, failed }) =>
      line(name, seconds.toFixed(1), String(passed), String(failed)),
    ),
  ].join('\n');
}

/** A line for each test that `isNamed` picks; empty when it picks none. */
export function namesOf(
  tests: readonly TestRun[],
  isNamed: (test: TestRun) => boolean | undefined,
): string {
  return tests
    .filter(isNamed)
    .map(({ file, title }) => `  ${file}: ${title}`)
    .join('\n');
}

/** How many files `slowestOf` names. */
const SLOWEST = 10;

/** A line for each of the files whose tests took longest, the slowest first; empty without times. */
export function slowestOf(tests: readonly TestRun[]): string {
  const byFile = Object.entries(Object.groupBy(tests, ({ file }) => file)).map(
    ([file, ofFile = []]) => ({ file, ms: ofFile.reduce((sum, { ms = 0 }) => sum + ms, 0) }),
  );
  return byFile
    .filter(({ ms }) => ms > 0)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(({ file, ms }) => `${(ms / 1_000).toFixed(1).padStart(9)} s  ${file}`)
    .join('\n');
}
