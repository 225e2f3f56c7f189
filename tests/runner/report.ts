import { relative, sep } from 'node:path';
import * as z from 'zod/mini';

const testRunSchema = z.object({
  /** From the project's folder, with slashes. */
  file: z.string(),
  /** The test's own title, without those of the groups around it. */
  title: z.string(),
  state: z.enum(['passed', 'failed', 'skipped']),
  /** Whether it failed once before it passed. */
  isSecondTry: z.optional(z.boolean()),
  /** How long it took, without what its file prepares; absent when it was not run. */
  ms: z.optional(z.number()),
});

/** One run of one test. */
export type TestRun = z.infer<typeof testRunSchema>;

/** The file that our reporter of journeys writes. */
export const journeysReport = z.object({ tests: z.array(testRunSchema) });

/** The part that we read of Vitest's JSON report; a test that is neither was not run. */
const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          title: z.string(),
          status: z.string(),
          duration: z.optional(z.nullable(z.number())),
        }),
      ),
    }),
  ),
});

/**
 * The tests in a report of Vitest or of our journeys.
 *
 * @param folder the project's
 * @returns `undefined` for anything else
 */
export function testsOf(report: unknown, folder: string): readonly TestRun[] | undefined {
  const journeys = z.safeParse(journeysReport, report);
  if (journeys.success) return journeys.data.tests;
  const vitest = z.safeParse(vitestReport, report);
  return vitest.data?.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status, duration }) => ({
      file: projectPath(name, folder),
      title,
      state: status === 'passed' || status === 'failed' ? status : 'skipped',
      ...(duration ? { ms: duration } : {}),
    })),
  );
}

/** A file's path from the project's folder, with slashes on every system. */
export function projectPath(path: string, folder: string): string {
  return relative(folder, path).split(sep).join('/');
}
