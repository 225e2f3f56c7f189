import { readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { startChild } from '../bench/programs.ts';

/** A test may take longer here than in CI, because these runs are long and share their machine. */
const TEST_TIMEOUT_MS = 3 * 60_000;

/**
 * A run that takes longer hangs: without a bug, all tests of an area take a minute on a quiet
 * machine.
 */
const RUN_TIMEOUT_MS = 10 * 60_000;

/** Where Vitest writes its report, in the copy. */
const reportFile = 'planted-report.json';

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/** The results of some tests. */
export type TestRun =
  | { readonly kind: 'passed' }
  /** A test failed. */
  | { readonly kind: 'failed'; readonly detail: string }
  /** No test failed for what it tests: a file does not load, or the time ran out. */
  | { readonly kind: 'broken'; readonly detail: string };

/**
 * Runs tests in a copy of the project until the first of them fails.
 *
 * @param tests path parts of the tests
 * @param signal ends the run, which then throws
 */
export async function runTests(
  folder: string,
  tests: readonly string[],
  signal: AbortSignal,
): Promise<TestRun> {
  // The report of an earlier run must not count for a run that writes none.
  await rm(join(folder, reportFile), { force: true });
  const program = { args: [...vitest, ...tests], folder, variables: process.env };
  const child = startChild(program, AbortSignal.any([signal, AbortSignal.timeout(RUN_TIMEOUT_MS)]));
  const exitCode = await child.ended;
  signal.throwIfAborted();
  if (exitCode === 0) return { kind: 'passed' };
  const failed = failedFile(await readReport(folder));
  if (failed === undefined) return { kind: 'broken', detail: child.output() };
  return { kind: 'failed', detail: relative(folder, failed) };
}

const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config=tests/vitest.config.ts',
  '--bail=1',
  `--testTimeout=${TEST_TIMEOUT_MS}`,
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${reportFile}`,
];

async function readReport(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, reportFile), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The first file in Vitest's JSON report with a test that failed, unless its time ran out. */
function failedFile(report: unknown): string | undefined {
  const { data } = z.safeParse(reportSchema, report);
  return data?.testResults.find(({ assertionResults }) =>
    assertionResults.some(
      ({ status, failureMessages }) => status === 'failed' && !failureMessages.some(isTimeout),
    ),
  )?.name;
}

/** On a busy machine any test may run out of time, so that says nothing about the bug. */
function isTimeout(message: string): boolean {
  return /^\w*Error: (?:Test|Hook) timed out in /.test(message);
}
