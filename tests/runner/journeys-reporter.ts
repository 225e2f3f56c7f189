import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestResult, TestStep } from 'playwright/types/testReporter';
import { projectPath, type TestRun } from './report.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Writes which journeys passed into the file that `JOURNEYS_REPORT` names, and fails those that
 * passed without one expectation. Vitest does the same by its setting `requireAssertions`.
 */
export default class JourneysReporter implements Reporter {
  readonly #tests = new Map<string, TestRun>();
  #hasEmpty = false;

  onTestEnd(test: TestCase, result: TestResult): void {
    const run = { file: projectPath(test.location.file, root), title: test.title };
    const isEmpty = result.status === 'passed' && !result.steps.some(hasExpectation);
    if (isEmpty) {
      this.#hasEmpty = true;
      process.stdout.write(`${run.file}: "${run.title}" expects nothing, so it fails.\n`);
    }
    const state = isEmpty ? 'failed' : stateOf(test);
    const isSecondTry = test.outcome() === 'flaky';
    this.#tests.set(test.id, { ...run, state, isSecondTry, ms: result.duration });
  }

  async onEnd(): Promise<{ status: 'failed' } | undefined> {
    const path = process.env.JOURNEYS_REPORT;
    if (path !== undefined) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify({ tests: [...this.#tests.values()] }));
    }
    return this.#hasEmpty ? { status: 'failed' } : undefined;
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** Whether a step of the test itself is an expectation: those of hooks belong to every test. */
function hasExpectation({ category, steps }: TestStep): boolean {
  if (category === 'hook' || category === 'fixture') return false;
  return category === 'expect' || steps.some(hasExpectation);
}

/** A test that passed at its second try has passed, and the summary names it. */
function stateOf(test: TestCase): TestRun['state'] {
  const outcome = test.outcome();
  if (outcome === 'skipped') return 'skipped';
  return outcome === 'unexpected' ? 'failed' : 'passed';
}
