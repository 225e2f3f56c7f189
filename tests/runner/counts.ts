import * as z from 'zod/mini';

/** How many tests of a step passed and failed. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const vitestReport = z.object({ numPassedTests: z.int(), numFailedTests: z.int() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
});

/** The result of a step, and its duration. */
export interface StepResult extends Counts {
  readonly name: string;
  readonly seconds: number;
}

/** A step that is one test: its program succeeds or fails. */
export function countsOfProgram(exitCode: number): Counts {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * The counts in the JSON report of Vitest or Playwright. A step that failed without a failed test
 * (a file that does not load, a server that does not start) counts as one failure more; a test that
 * passed only at a second try counts as failed.
 *
 * @param report what the reporter wrote, or `undefined` when it wrote nothing
 */
export function countsOfReport(report: unknown, exitCode: number): Counts {
  const { passed, failed } = reported(report);
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}

/** The sums over all steps. */
export function total(counts: readonly Counts[]): Counts {
  const sum = (pick: (one: Counts) => number) => counts.reduce((all, one) => all + pick(one), 0);
  return { passed: sum((one) => one.passed), failed: sum((one) => one.failed) };
}

/** A line a step: its seconds and its counts, in columns. */
export function timesOf(results: readonly StepResult[]): string {
  const line = (...[name = '', ...numbers]: readonly string[]) =>
    `${name.padEnd(12)}${numbers.map((number) => number.padStart(9)).join('')}`;
  return [
    line('step', 'seconds', 'passed', 'failed'),
    ...results.map(({ name, seconds, passed, failed }) =>
      line(name, seconds.toFixed(1), String(passed), String(failed)),
    ),
  ].join('\n');
}

function reported(report: unknown): Counts {
  const vitest = z.safeParse(vitestReport, report);
  if (vitest.success) {
    return { passed: vitest.data.numPassedTests, failed: vitest.data.numFailedTests };
  }
  const playwright = z.safeParse(playwrightReport, report);
  if (!playwright.success) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky } = playwright.data.stats;
  return { passed: expected, failed: unexpected + flaky };
}
